import { hasPart } from '#lib/core/rules/search-names.ts'
import type { RuleView } from '#lib/pricing/rules/admin-pricing.ts'

/** Returns which rules are about a destination or a plan that somebody searches: by name, number or amount; `''` for all. */
export function isAbout(q: string): (row: Pick<RuleView, 'rule'>) => boolean {
  return ({ rule: { scope, scopeKey, name, plan } }) =>
    hasPart([name, scope === 'destination' ? scopeKey : null, plan?.amount ?? null], q)
}
