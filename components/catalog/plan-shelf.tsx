'use client'

import { CompareBar, CompareToggle, type ToggleWords } from '#components/catalog/compare/compare-toggle.tsx'
import { clearPlanFilters, type FilterWords, PlanFilterBar, usePlanFilters } from '#components/catalog/plan-filters.tsx'
import { arrangePlans, bestPlan, type ListedPlan } from '#components/catalog/plan-fit.ts'
import { PlanTicket, type TicketWords } from '#components/catalog/plan-ticket.tsx'
import { TripBar, type TripBarWords } from '#components/catalog/trip-bar.tsx'
import { useTrip } from '#components/catalog/trip-state.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

export type ShelfWords = {
  trip: TripBarWords
  filter: FilterWords
  ticket: TicketWords
  compare: ToggleWords
  dayTitle: string
  dayText: string
  fixedTitle: string
  fixedText: string
  noMatch: string
  clearFilters: string
  resultCount: PluralForms
}

/** All plans of a destination: day plans and fixed data apart, both for the dates of the trip. */
export function PlanShelf({ slug, plans, words }: { slug: string; plans: ListedPlan[]; words: ShelfWords }) {
  const trip = useTrip()
  const { filters, order, isFiltered } = usePlanFilters()
  const entries = arrangePlans(plans, trip.days, { filters, order })
  const best = bestPlan(entries)
  const groups = [
    { kind: 'day_pass', title: words.dayTitle, text: words.dayText },
    { kind: 'fixed', title: words.fixedTitle, text: words.fixedText },
  ] as const

  return (
    <>
      <TripBar words={words.trip} />
      <PlanFilterBar tripDays={trip.days} words={words.filter} />
      <p className="sr-only" aria-live="polite">
        {isFiltered ? pluralText(words.resultCount, entries.length, words.ticket.tag) : ''}
      </p>
      {entries.length === 0 ? (
        <Notice className="mt-9">
          <p className="mb-3">{words.noMatch}</p>
          <Button size="small" onClick={clearPlanFilters}>
            {words.clearFilters}
          </Button>
        </Notice>
      ) : null}
      {groups.map(({ kind, title, text }) => {
        const group = entries.filter(({ plan }) => plan.term.kind === kind)
        if (group.length === 0) return null

        return (
          <section key={kind} className="section">
            <header className="section-head">
              <h2>{title}</h2>
              <p>{text}</p>
            </header>
            <ul className="plans">
              {group.map(({ plan, fit }) => (
                <PlanTicket
                  key={plan.id}
                  plan={plan}
                  fit={fit}
                  isBest={plan.id === best}
                  words={words.ticket}
                  acts={<CompareToggle plan={{ slug, planId: plan.id }} name={plan.amount} words={words.compare} />}
                />
              ))}
            </ul>
          </section>
        )
      })}
      <CompareBar words={words.compare} />
    </>
  )
}
