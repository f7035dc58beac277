import { useTranslations } from 'next-intl'
import { type ExportedList, exportAddress } from '#lib/domain/list-exports.ts'

/** Takes a list out as a file, by the filters that its address has: `query`, as a view keeps it. */
export function ExportLink({ list, query }: { list: ExportedList; query: string }) {
  const t = useTranslations('admin-hands')

  return (
    <a className="btn" href={exportAddress(list, query)} download>
      {t('export')}
    </a>
  )
}
