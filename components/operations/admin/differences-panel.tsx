import { useTranslations } from 'next-intl'
import { EvidenceTable } from '#components/orders/admin/evidence.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { OpenDifference } from '#lib/orders/rules/admin-order.ts'
import { differenceAddress } from '#lib/reconciliation/rules/findings.ts'

/** What two books say differently about an order, with what was written down. Nothing where they agree. */
export function DifferencesPanel({ differences, now }: { differences: OpenDifference[]; now: Date }) {
  const t = useTranslations('admin')
  if (differences.length === 0) return null

  return (
    <Panel id="differences" title={t('differences.title')} hint={differences.length}>
      {differences.map(({ id, kind, openedAt, facts }) => (
        <div key={id} className="a-fact">
          <div className="a-fact-head">
            <h3>
              <GoLink className="a-link" href={differenceAddress(id)}>
                <Mark tone="wait">{knownWords(t, 'finding', kind)}</Mark>
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
