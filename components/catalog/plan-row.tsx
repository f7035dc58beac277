import type { ReactNode } from 'react'
import type { ListedPlan, PlanFit } from '#components/catalog/plan-fit.ts'
import type { TicketLabels } from '#components/catalog/plan-labels.ts'
import { PriceNote, termText } from '#components/catalog/plan-ticket.tsx'
import { Price } from '#components/ui/price.tsx'
import { pluralText } from '#lib/core/i18n/plurals.ts'

type PlanRowProps = {
  plan: ListedPlan
  fit: PlanFit
  /** What it has that the best one has not. */
  label: string | null
  /** What tells it from its neighbours, ready to be read. */
  facts: readonly string[]
  labels: TicketLabels
  actions: ReactNode
}

/** A plan as one line of a list: what one gets, for how long and for how much. All of it leads to its page. */
export function PlanRow({ plan, fit, label, facts, labels, actions }: PlanRowProps) {
  const isDaily = plan.term.kind === 'day_pass'
  // Without days the price of one is all there is to say.
  const hasNote = fit.days > 0 && (isDaily || plan.perGb > 0)
  const gap = fit.status === 'early' ? pluralText(labels.early, fit.gap, labels.tag) : ''

  return (
    <li className="plan-row">
      <a href={labels.base + plan.id}>
        {label ? <span className="cap">{label}</span> : null}
        <b>{isDaily ? `${plan.amount} ${labels.everyDay}` : plan.amount}</b>
        <span>{[termText(plan, fit, labels), gap, ...facts].filter(Boolean).join(' · ')}</span>
      </a>
      <div className="plan-cost">
        <span className="price">
          {fit.days > 0 ? <Price minor={fit.minor} money={labels.money} /> : <PriceNote plan={plan} labels={labels} />}
        </span>
        {hasNote ? (
          <span className="small soft num">
            <PriceNote plan={plan} labels={labels} />
          </span>
        ) : null}
      </div>
      {actions}
    </li>
  )
}
