import { useTranslations } from 'next-intl'
import { EvidenceTable } from '#components/orders/admin/evidence.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { OpenDiscrepancy } from '#lib/orders/rules/admin-order.ts'
import { discrepancyAddress } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** What two books say differently about an order, with what was written down. Nothing where they agree. */
export function OpenDiscrepancies({ discrepancies, now }: { discrepancies: OpenDiscrepancy[]; now: Date }) {
  const t = useTranslations('admin')
  if (discrepancies.length === 0) return null

  return (
    <Panel id="differences" title={t('differences.title')} hint={discrepancies.length}>
      {discrepancies.map(({ id, kind, openedAt, facts }) => (
        <div key={id} className="a-fact">
          <div className="a-fact-head">
            <h3>
              <GoLink className="a-link" href={discrepancyAddress(id)}>
                <Mark tone="wait">{knownWords(t, 'discrepancy', kind)}</Mark>
              </GoLink>
            </h3>
            <span className="a-ph-end a-meta">
              {t('differences.open')} <RelativeTime since={openedAt} now={now} />
            </span>
          </div>
          {facts.length > 0 ? <EvidenceTable rows={facts} /> : <p className="a-emptyline">{t('differences.none')}</p>}
        </div>
      ))}
    </Panel>
  )
}
