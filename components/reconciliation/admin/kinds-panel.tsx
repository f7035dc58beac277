import { useTranslations } from 'next-intl'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import { ExactSum } from '#components/ui/admin/sum.tsx'
import { addDecimals, decimal } from '#lib/core/rules/decimal.ts'
import type { DiscrepancyGroup, RiskSum } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'

type KindsPanelProps = { groups: DiscrepancyGroup[]; open: number; kind: string | null }

/** How many differences of each kind are open, and how much money is at risk with them. */
export function KindsPanel({ groups, open, kind }: KindsPanelProps) {
  const t = useTranslations('admin-reconciliation.kinds')
  const admin = useTranslations('admin')

  return (
    <Panel id="kinds" title={t('title', { count: open })} beside={<span className="a-ph-end a-meta">{t('risk')}</span>}>
      <nav aria-label={t('title', { count: open })}>
        <Facet href={viewAddress('reconciliation')} isHere={kind === null} count={open} risks={totalOf(groups)}>
          {t('all')}
        </Facet>
        {groups.map((group) => (
          <Facet
            key={group.kind}
            href={`/admin/reconciliation?kind=${group.kind}`}
            isHere={group.kind === kind}
            count={group.count}
            risks={group.risks}
          >
            {knownWords(admin, 'discrepancy', group.kind)}
          </Facet>
        ))}
      </nav>
      <p className="a-emptyline a-meta">{t('rule')}</p>
    </Panel>
  )
}

type FacetProps = { href: string; isHere: boolean; count: number; risks: RiskSum[]; children: string }

function Facet({ href, isHere, count, risks, children }: FacetProps) {
  return (
    <GoLink className="a-facet" href={href} aria-current={isHere ? 'page' : undefined}>
      <span>{children}</span>
      <span className="a-num a-strong">{count}</span>
      <span className="a-num a-soft">
        <Risks risks={risks} />
      </span>
    </GoLink>
  )
}

function totalOf(groups: DiscrepancyGroup[]): RiskSum[] {
  const sums = new Map<string, string>()
  for (const { amount, currency } of groups.flatMap(({ risks }) => risks)) {
    sums.set(currency, addDecimals(decimal(sums.get(currency) ?? '0'), decimal(amount)))
  }

  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}

/** Sums in several currencies, one below the other. */
function Risks({ risks }: { risks: RiskSum[] }) {
  if (risks.length === 0) return <span className="a-soft">-</span>

  return risks.map((risk) => (
    <span key={risk.currency} className="a-risk">
      <ExactSum {...risk} />
    </span>
  ))
}
