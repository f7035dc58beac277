import { useTranslations } from 'next-intl'
import { ClosedPanel } from '#components/reconciliation/admin/closed-panel.tsx'
import { DiscrepanciesPanel } from '#components/reconciliation/admin/discrepancies-panel.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import type { ReconciliationView } from '#lib/reconciliation/rules/admin-reconciliation.ts'

/** One difference by itself, where its address leads: what it is, and of a closed one how it was closed. */
export function OneDiscrepancy({ view: { discrepancies, closed, readAt } }: { view: ReconciliationView }) {
  const t = useTranslations('admin-reconciliation')

  return (
    <div className="a-stack">
      <p>
        <GoLink className="a-link" href="/admin/reconciliation?view=findings">
          {t('one.all')}
        </GoLink>
      </p>
      {discrepancies.length === 0 ? <p className="a-emptyline">{t('one.none')}</p> : null}
      {closed.length > 0 ? <ClosedPanel closed={closed} title={t('one.closed')} /> : null}
      {discrepancies.map((discrepancy) => (
        <DiscrepanciesPanel
          key={discrepancy.id}
          discrepancies={[discrepancy]}
          count={1}
          kind={discrepancy.kind}
          now={readAt}
          isAlone
        />
      ))}
    </div>
  )
}
