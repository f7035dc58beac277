import { useTranslations } from 'next-intl'
import { type ExportedList, exportAddress } from '#lib/core/rules/lists.ts'

type ExportLinkProps = { list: ExportedList; query: string; words?: string }

/** Takes a list out as a file, by the filters that its address has: `query`, as a view keeps it. */
export function ExportLink({ list, query, words }: ExportLinkProps) {
  const t = useTranslations('admin-bulk')

  return (
    <a className="btn" href={exportAddress(list, query)} download>
      {words ?? t('export')}
    </a>
  )
}
