import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import type { PlanLabels } from '#components/catalog/plan-labels.ts'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'

export type ChosenPlan = ListedPlan & {
  name: string
  place: string
  iso2: string | null
  needsStartDate: boolean
  zone: string | null
}

/** What a plan is called beside others: its amount, and its days where they are fixed. */
export function fixedName({ amount, term }: ListedPlan, labels: PlanLabels): string {
  if (term.kind !== 'fixed') return amount

  return fillText(labels.fixed, { amount, days: pluralText(labels.dayForms, term.days, labels.tag) })
}
