import { useTranslations } from 'next-intl'
import { TextField } from '#components/ui/field.tsx'

/** The field of a list's filter that looks its rows up by a number; `label` where it looks for something else. */
export function ListSearch({ text, label }: { text: string; label?: string }) {
  const t = useTranslations('admin-bulk.search')

  return (
    <TextField
      {...{ id: 'list-search', name: 'q', type: 'search', autoComplete: 'off', spellCheck: false, maxLength: 254 }}
      label={label ?? t('label')}
      defaultValue={text}
      dir={label === undefined ? 'ltr' : undefined}
    />
  )
}
