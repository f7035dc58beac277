import { useTranslations } from 'next-intl'

/** What stands between two facts in one run of text, as the language of the reader writes it. */
export function Separator() {
  return useTranslations('admin')('comma')
}
