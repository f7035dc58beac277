'use client'

import { CompareBar, CompareToggle } from '#components/catalog/compare/compare-toggle.tsx'
import { clearPlanFilters, NeedBar, PlanFilterBar, useNeed, usePlanFilters } from '#components/catalog/plan-filters.tsx'
import { arrangePlans, type ListedPlan } from '#components/catalog/plan-fit.ts'
import type { ShelfLabels } from '#components/catalog/plan-labels.ts'
import { type PlanNeed, partDetails, pickPlans } from '#components/catalog/plan-picks.ts'
import { PlanRow } from '#components/catalog/plan-row.tsx'
import { PlanTicket, termText } from '#components/catalog/plan-ticket.tsx'
import { TripBar } from '#components/catalog/trip-bar.tsx'
import { useTrip } from '#components/catalog/trip-dates.tsx'
import { AfterPaint } from '#components/ui/after-paint.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

type ShelfProps = {
  slug: string
  plans: ListedPlan[]
  /** The plan that most buyers of this store chose; `null` while too few have bought to say so. */
  bestSeller: string | null
  labels: ShelfLabels
}

/** The plans of a destination: one that does what is needed and three others, and all of them one press away. */
export function PlanShelf({ slug, plans, bestSeller, labels }: ShelfProps) {
  const trip = useTrip()
  const need = useNeed(trip.days, labels.need.dayOptions)
  const { best, others } = pickPlans(plans, need, bestSeller)
  const compare = (plan: ListedPlan) => (
    <CompareToggle
      plan={{ slug, planId: plan.id }}
      name={`${plan.amount}, ${termText(plan, null, labels.ticket)}`}
      labels={labels.compare}
    />
  )

  return (
    <>
      <TripBar labels={labels.trip} />
      <NeedBar need={need} hasTrip={trip.days > 0} labels={labels.need} />
      <section className="picks mt-7 grid gap-4">
        <h2 className="text-(length:--s3)" aria-live="polite">
          {headline(best ? labels.best : labels.none, need, labels)}
        </h2>
        {best ? (
          <ul>
            <PlanTicket
              plan={best.plan}
              fit={best.fit}
              isBest
              hasBadge={false}
              labels={labels.ticket}
              place={best.why ? <p className="cap ticket-part pb-0">{labels.why[best.why]}</p> : null}
              actions={compare(best.plan)}
            />
          </ul>
        ) : null}
        {others.length > 0 ? (
          <AfterPaint>
            <ul className="list">
              {others.map(({ plan, fit, why }) => (
                <PlanRow
                  key={plan.id}
                  plan={plan}
                  fit={fit}
                  label={why ? labels.why[why] : null}
                  facts={[]}
                  labels={labels.ticket}
                  actions={compare(plan)}
                />
              ))}
            </ul>
          </AfterPaint>
        ) : null}
      </section>
      <AfterPaint hasRoom>
        <details className="all-plans group mt-5">
          <summary className="mb-4 flex min-h-13 items-center justify-center gap-2 rounded-control border border-line-control bg-card font-[650]">
            {pluralText(labels.all, plans.length, labels.ticket.tag)}
            <Icon name="down" className="group-open:rotate-180" />
          </summary>
          <AllPlans plans={plans} labels={labels} tripDays={trip.days} compare={compare} />
        </details>
        <CompareBar labels={labels.compare} />
      </AfterPaint>
    </>
  )
}

type AllPlansProps = Omit<ShelfProps, 'slug' | 'bestSeller'> & {
  tripDays: number
  compare: (plan: ListedPlan) => React.ReactNode
}

/** Every plan as a row, day plans and fixed data apart. What is the same for all is said once. */
function AllPlans({ plans, labels, tripDays, compare }: AllPlansProps) {
  const { filters, order, isFiltered } = usePlanFilters()
  const entries = arrangePlans(plans, tripDays, { filters, order })
  const { apart } = partDetails(plans)
  const groups = [
    { kind: 'day_pass', title: labels.dayTitle, text: labels.dayText },
    { kind: 'fixed', title: labels.fixedTitle, text: labels.fixedText },
  ] as const

  return (
    <>
      {labels.same ? <p className="soft small">{labels.same}</p> : null}
      <PlanFilterBar plans={plans} tripDays={tripDays} labels={labels.filter} />
      <p className="sr-only" aria-live="polite">
        {isFiltered ? pluralText(labels.resultCount, entries.length, labels.ticket.tag) : ''}
      </p>
      {entries.length === 0 ? (
        <Notice className="mt-5">
          <p className="mb-3">{labels.noMatch}</p>
          <Button
            size="small"
            onClick={() => {
              // The button goes away.
              document.querySelector<HTMLElement>('.filters input')?.focus()
              clearPlanFilters()
            }}
          >
            {labels.clearFilters}
          </Button>
        </Notice>
      ) : null}
      {groups.map(({ kind, title, text }) => {
        const group = entries.filter(({ plan }) => plan.term.kind === kind)
        if (group.length === 0) return null

        return (
          <section key={kind} className="mt-6">
            <header className="section-head">
              <h2>{title}</h2>
              <p>{text}</p>
            </header>
            <ul className="list">
              {group.map(({ plan, fit }) => (
                <PlanRow
                  key={plan.id}
                  plan={plan}
                  fit={fit}
                  label={null}
                  facts={apart.map((say) => say(plan, labels.ticket))}
                  labels={labels.ticket}
                  actions={compare(plan)}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

/** "Lowest price for 7 days", with the amount that was asked for behind it. */
function headline(forms: PluralForms, { mb, days }: PlanNeed, { need, ticket }: ShelfLabels): string {
  const data = mb === 0 ? '' : (need.dataOptions.find(({ value }) => value === String(mb))?.name ?? '')

  return [pluralText(forms, days, ticket.tag), data].filter(Boolean).join(', ')
}
