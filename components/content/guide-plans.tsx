'use client'

import { fitPlan, type ListedPlan } from '#components/catalog/plan-fit.ts'
import type { TicketLabels } from '#components/catalog/plan-labels.ts'
import { PlanRow } from '#components/catalog/plan-row.tsx'

/** Plans inside of a text, as the lists of the shop show them. */
export function GuidePlans({ plans, labels }: { plans: readonly ListedPlan[]; labels: TicketLabels }) {
  return (
    <ul className="list">
      {plans.map((plan) => (
        <PlanRow
          key={plan.id}
          {...{ plan, labels }}
          fit={fitPlan(plan, 0)}
          label={null}
          facts={[plan.networks]}
          actions={null}
        />
      ))}
    </ul>
  )
}
