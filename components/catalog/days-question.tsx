'use client'

import { type ChosenPlan, cheaperFixed, fixedName } from '#components/catalog/plan-choice.ts'
import { fitPlan, type ListedPlan } from '#components/catalog/plan-fit.ts'
import type { PlanWords } from '#components/catalog/plan-words.ts'
import { shortDate } from '#components/catalog/trip-dates.tsx'
import type { Trip } from '#components/catalog/trip-state.ts'
import { Notice } from '#components/ui/notice.tsx'
import { Stepper } from '#components/ui/stepper.tsx'
import { ltrRun } from '#lib/core/i18n/formats.ts'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'

type DaysQuestionProps = {
  plan: ChosenPlan
  term: { minDays: number; maxDays: number }
  days: number
  trip: Trip
  isOwn: boolean
  others: readonly ListedPlan[]
  words: PlanWords
  onChange: (days: number) => void
}

/** How many days of a day plan, inside its bounds; why they differ from the trip is said. */
export function DaysQuestion({ plan, term, days, trip, isOwn, others, words, onChange }: DaysQuestionProps) {
  const { howMany } = words
  const { minDays: min, maxDays: max } = term
  const cheaper = cheaperFixed(plan, days, others)

  return (
    <section className="question">
      <h2>{howMany.title}</h2>
      <p>
        {fillText(howMany.text, { min: String(min), max: String(max) })}{' '}
        {isOwn || trip.days === 0 ? '' : tripText(plan, trip, words)}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Stepper
          id="days"
          name="days"
          value={days}
          min={min}
          max={max}
          labels={{ field: howMany.field, less: howMany.less, more: howMany.more }}
          onChange={onChange}
        />
        <span className="soft">{fillText(howMany.aDay, { price: plan.price })}</span>
      </div>
      {cheaper ? (
        <Notice className="mt-5">
          {howMany.cheaper}{' '}
          <a className="text-link" href={words.base + cheaper.id}>
            {fillText(howMany.cheaperLink, { plan: fixedName(cheaper, words), price: cheaper.price })}
          </a>
          .{' '}
          {fillText(howMany.cheaperText, {
            fixed: cheaper.amount,
            daily: amountFor(plan, days, words),
          })}
        </Notice>
      ) : null}
    </section>
  )
}

function amountFor({ mb }: ListedPlan, days: number, { tag }: PlanWords): string {
  const total = mb * days
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })

  const text = total < 1024 ? `${number.format(total)}\u00a0MB` : `${number.format(total / 1024)}\u00a0GB`

  return ltrRun(text, tag)
}

function tripText(plan: ChosenPlan, trip: Trip, words: PlanWords): string {
  const { moved, days } = fitPlan(plan, trip.days)
  if (moved === 'raised') return words.howMany.raised
  if (moved === 'lowered') return words.howMany.lowered
  const dates = `${shortDate(trip.arrive, words.tag)} – ${shortDate(trip.leave, words.tag)}`

  return fillText(pluralText(words.fromTrip, days, words.tag), { dates })
}
