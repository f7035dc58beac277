import type { ReactNode } from 'react'
import type { ListedPlan, PlanFit } from '#components/catalog/plan-fit.ts'
import type { TicketLabels } from '#components/catalog/plan-labels.ts'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Price } from '#components/ui/price.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'

/** What a plan says about itself, as the provider wrote it: in English, and in its own direction. */
export function PlanTerms({ words }: { words: readonly string[] }) {
  return (
    <div className="words" lang="en" dir="auto">
      {words.map((item) => (
        <p key={item}>{item}</p>
      ))}
    </div>
  )
}

type PlanTicketProps = {
  plan: ListedPlan
  fit: PlanFit
  isBest: boolean
  /** Whether it says itself how it fits; what stands above it may have said so. */
  hasBadge?: boolean
  labels: TicketLabels
  /** Where it works, in lists of several destinations. */
  place?: ReactNode
  /** What else is to be said about it, and done with it. */
  notes?: ReactNode
  actions?: ReactNode
}

/** A plan as a ticket: what one gets and for how much above the tear line, the facts and the choice below it. */
export function PlanTicket({ plan, fit, isBest, hasBadge = true, labels, place, notes, actions }: PlanTicketProps) {
  // Without a word on the fit its place is free.
  const isFree = !hasBadge || fit.status === 'no_trip'
  const isDaily = plan.term.kind === 'day_pass'
  const href = labels.base + plan.id
  const term = termText(plan, fit, labels)
  const { money } = labels

  return (
    <Ticket as="li" best={isBest}>
      {place}
      <TicketPart className="plan-head">
        <div>
          <h3 className="plan-amount">
            <a href={href}>
              <bdi>{plan.amount}</bdi> {isDaily ? <small>{labels.everyDay}</small> : null}
            </a>
          </h3>
          <p className="plan-term">{term}</p>
        </div>
        <div className="plan-cost">
          <span className="price">
            <Price minor={fit.minor} money={money} isMetric={fit.days === 0} />
          </span>
          <span className="small soft num">
            <PriceNote plan={plan} labels={labels} />
          </span>
        </div>
      </TicketPart>
      <TicketTear />
      <TicketPart>
        <dl className="facts">
          <PlanDetail name={labels.networks} value={plan.networks} />
          <PlanDetail name={labels.starts} value={plan.starts} />
          <PlanDetail name={labels.topUp} value={plan.canTopUp ? labels.yes : labels.no} />
          <PlanDetail name={labels.cancel.heading} value={labels.cancel[plan.cancel]} />
        </dl>
        {notes}
        <div className="plan-go">
          {isFree ? actions : <FitBadge fit={fit} isBest={isBest} labels={labels} />}
          <ButtonLink size="small" tone={isBest ? 'primary' : 'outline'} href={href}>
            {labels.choose}
            <span className="sr-only">
              {' '}
              {plan.amount} {isDaily ? labels.everyDay : ''} {term}
            </span>
          </ButtonLink>
        </div>
        {isFree ? null : actions}
      </TicketPart>
    </Ticket>
  )
}

/** What a day of a daily plan costs, or a gigabyte of another one. */
export function PriceNote({ plan: { term, minor, perGb }, labels }: { plan: ListedPlan; labels: TicketLabels }) {
  const isDaily = term.kind === 'day_pass'
  if (!isDaily && perGb === 0) return null

  return (
    <Price minor={isDaily ? minor : perGb} money={labels.money} isMetric text={isDaily ? labels.aDay : labels.perGb} />
  )
}

function PlanDetail({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="cap">{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** For how long a plan is: its days, those of a trip, or the bounds that a day plan leaves to choose between. */
export function termText({ term }: ListedPlan, fit: PlanFit | null, labels: TicketLabels): string {
  if (term.kind === 'fixed') return pluralText(labels.days, term.days, labels.tag)
  if (!fit || fit.days === 0)
    return fillText(labels.chooseDays, { min: String(term.minDays), max: String(term.maxDays) })
  if (fit.moved === 'raised') return pluralText(labels.forDaysRaised, fit.days, labels.tag)
  if (fit.moved === 'lowered') return pluralText(labels.forDaysLowered, fit.days, labels.tag)

  return pluralText(labels.forDays, fit.days, labels.tag)
}

function FitBadge({ fit, isBest, labels }: { fit: PlanFit; isBest: boolean; labels: TicketLabels }) {
  if (fit.status === 'no_trip') return null
  if (fit.status === 'early') {
    return (
      <Badge tone="wait" icon="info">
        {pluralText(labels.early, fit.gap, labels.tag)}
      </Badge>
    )
  }

  return (
    <Badge tone="good" icon="check">
      {isBest ? labels.fitsBest : fit.gap > 0 ? pluralText(labels.spare, fit.gap, labels.tag) : labels.fits}
    </Badge>
  )
}
