import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import type { DiscrepancyFilter, ReconciliationView } from '#lib/reconciliation/rules/admin-reconciliation.ts'

type OfRunProps = {
  filter: Pick<DiscrepancyFilter, 'view' | 'opened' | 'ended'>
  openedBy: ReconciliationView['openedBy']
}

/** Says which differences are listed when the number of a comparison has led here: of those it opened, in which list each is. */
export function OfRun({ filter: { view, opened, ended }, openedBy }: OfRunProps) {
  const t = useTranslations('admin-reconciliation.ofRun')
  if (ended !== null) return <p className="a-filters a-meta">{t('closed')}</p>
  if (opened === null || openedBy === null) return null
  const list = (one: DiscrepancyFilter['view']) => (words: ReactNode) =>
    one === view ? (
      <strong>{words}</strong>
    ) : (
      <GoLink className="a-link" href={filterAddress('/admin/reconciliation', { view: one, opened })}>
        {words}
      </GoLink>
    )

  return (
    <p className="a-filters a-meta">
      <span>{t.rich('opened', { ...openedBy, now: list('findings'), done: list('closed') })}</span>
    </p>
  )
}
