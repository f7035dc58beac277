import { ExactSum } from '#components/ui/admin/exact-sum.tsx'
import type { RiskSum } from '#lib/reconciliation/rules/admin-reconciliation.ts'

/** Sums in several currencies, one below the other. */
export function Risks({ risks }: { risks: RiskSum[] }) {
  if (risks.length === 0) return <span className="a-soft">-</span>

  return risks.map((risk) => (
    <span key={risk.currency} className="a-risk">
      <ExactSum {...risk} />
    </span>
  ))
}
