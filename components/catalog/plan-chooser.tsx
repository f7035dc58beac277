'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { ClockBoard } from '#components/catalog/clock-board.tsx'
import { clockRows, coversLastEvening, momentText } from '#components/catalog/clock-times.ts'
import { cheaperFixed, firstChoice, inputOf, type PlanChoice, useFirstDay } from '#components/catalog/plan-choice.ts'
import { fitPlan, type ListedPlan } from '#components/catalog/plan-fit.ts'
import type { PlanLabels } from '#components/catalog/plan-labels.ts'
import { BuyBar, type ChosenPlan, fixedName, PlanSummary, useQuote } from '#components/catalog/plan-summary.tsx'
import { TripBar } from '#components/catalog/trip-bar.tsx'
import { shortDate, type Trip, useTrip } from '#components/catalog/trip-dates.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Price } from '#components/ui/price.tsx'
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
  labels: PlanLabels
  onChange: (days: number) => void
}

/** How many days of a day plan, inside its bounds; why they differ from the trip is said. */
function DaysQuestion({ plan, term, days, trip, isOwn, others, labels, onChange }: DaysQuestionProps) {
  const { howMany } = labels
  const { minDays: min, maxDays: max } = term
  const cheaper = cheaperFixed(plan, days, others)

  return (
    <section className="question">
      <h2>{howMany.title}</h2>
      <p>
        {fillText(howMany.text, { min: String(min), max: String(max) })}{' '}
        {isOwn || trip.days === 0 ? '' : tripText(plan, trip, labels)}
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
        <span className="soft">
          <Price minor={plan.minor} money={labels.money} isMetric text={howMany.aDay} />
        </span>
      </div>
      {cheaper ? (
        <Notice className="mt-5">
          {howMany.cheaper}{' '}
          <a className="text-link" href={labels.base + cheaper.id}>
            <Price
              minor={cheaper.minor}
              money={labels.money}
              text={fillText(howMany.cheaperLink, { plan: fixedName(cheaper, labels) })}
            />
          </a>
          .{' '}
          {fillText(howMany.cheaperText, {
            fixed: cheaper.amount,
            daily: amountFor(plan, days, labels),
          })}
        </Notice>
      ) : null}
    </section>
  )
}

function amountFor({ mb }: ListedPlan, days: number, { tag }: PlanLabels): string {
  const total = mb * days
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })

  const text = total < 1024 ? `${number.format(total)}\u00a0MB` : `${number.format(total / 1024)}\u00a0GB`

  return ltrRun(text, tag)
}

function tripText(plan: ChosenPlan, trip: Trip, labels: PlanLabels): string {
  const { moved, days } = fitPlan(plan, trip.days)
  if (moved === 'raised') return labels.howMany.raised
  if (moved === 'lowered') return labels.howMany.lowered
  const dates = `${shortDate(trip.arrive, labels.tag)} – ${shortDate(trip.leave, labels.tag)}`

  return fillText(pluralText(labels.fromTrip, days, labels.tag), { dates })
}

type PlanChooserProps = {
  plan: ChosenPlan
  others: ListedPlan[]
  labels: PlanLabels
  head: ReactNode
  /** What is only read. */
  details: ReactNode
}

/** Days, first day and number of pieces; the sum follows. What is only read comes rendered from the server. */
export function PlanChooser({ plan, others, labels, head, details }: PlanChooserProps) {
  const trip = useTrip()
  const today = useFirstDay()
  const [own, setOwn] = useState<Partial<PlanChoice>>({})
  const [isMissing, setMissing] = useState(false)
  const quote = useQuote(plan, labels.locale)
  const choice = { ...firstChoice(plan, trip), ...own }
  const change = (changes: Partial<PlanChoice>) => {
    setOwn({ ...own, ...changes })
    if (changes.startDate) setMissing(false)
  }

  const complete = () => {
    const input = inputOf(plan, choice, today)
    setMissing(input === null)
    if (input === null) document.getElementById('first-day')?.focus()

    return input
  }
  const buy = () => {
    if (complete()) quote.ask(choice)
  }

  return (
    <>
      <div className="wrap">
        <div className="columns">
          <div>
            {head}
            {plan.term.kind === 'day_pass' ? (
              <DaysQuestion
                plan={plan}
                term={plan.term}
                days={choice.days}
                trip={trip}
                isOwn={own.days !== undefined}
                others={others}
                labels={labels}
                onChange={(days) => change({ days })}
              />
            ) : null}
            <StartQuestion
              plan={plan}
              choice={choice}
              trip={trip}
              today={today}
              isMissing={isMissing}
              labels={labels}
              onChange={(startDate) => change({ startDate })}
            />
            {details}
          </div>
          <aside className="side" aria-label={labels.summary.label}>
            <PlanSummary
              plan={plan}
              others={others}
              choice={choice}
              quote={quote}
              labels={labels}
              onCount={(count) => change({ count })}
              onBuy={buy}
              onKeep={complete}
            />
          </aside>
        </div>
      </div>
      <BuyBar plan={plan} choice={choice} isWorking={quote.isWorking} labels={labels} onBuy={buy} />
    </>
  )
}

// The calendar is a library of its own size; the date field beside it works before it has come.
const DateCalendar = dynamic(
  () =>
    import('#components/catalog/date-calendar.tsx').then(
      (file) => file.DateCalendar,
      () => () => null,
    ),
  { ssr: false, loading: () => <div className="cal" /> },
)

type StartQuestionProps = {
  plan: ChosenPlan
  choice: PlanChoice
  trip: Trip
  today: string
  isMissing: boolean
  labels: PlanLabels
  onChange: (date: string) => void
}

/** The first day, where the network asks for one, and what the days mean on three clocks. */
function StartQuestion({ plan, choice, trip, today, isMissing, labels, onChange }: StartQuestionProps) {
  const { firstDay, runs } = labels
  const days = plan.term.kind === 'fixed' ? plan.term.days : choice.days
  const clocks = (
    <div className="stack">
      <ClockBoard
        title={runs.title}
        startDate={choice.startDate}
        days={days}
        leave=""
        zone={plan.zone}
        labels={labels.clocks}
        isQuiet
      />
      <EndNotice
        startDate={choice.startDate}
        days={days}
        maxDays={plan.term.kind === 'day_pass' ? plan.term.maxDays : days}
        trip={trip}
        zone={plan.zone}
        labels={labels}
      />
    </div>
  )
  if (!plan.needsStartDate) {
    return (
      <section className="question">
        <TripBar labels={labels.trip} />
        {choice.startDate ? <div className="max-w-[34rem]">{clocks}</div> : null}
      </section>
    )
  }

  return (
    <section className="question">
      <h2>{firstDay.title}</h2>
      <p>{firstDay.text}</p>
      <div className="grid grid-cols-[minmax(19.5rem,1fr)_minmax(0,1fr)] items-start gap-5 small:grid-cols-1">
        <div className="panel stack">
          <TextField
            id="first-day"
            name="startDate"
            type="date"
            label={firstDay.field}
            required
            min={today || undefined}
            value={choice.startDate}
            error={isMissing ? (choice.startDate ? firstDay.past : firstDay.missing) : undefined}
            onChange={(event) => onChange(event.target.value)}
          />
          {today ? (
            <DateCalendar
              value={choice.startDate}
              days={days}
              min={today}
              labels={labels.calendar}
              onChange={onChange}
            />
          ) : (
            <div className="cal" />
          )}
        </div>
        {clocks}
      </div>
    </section>
  )
}

type EndNoticeProps = {
  startDate: string
  days: number
  maxDays: number
  trip: Trip
  zone: string | null
  labels: PlanLabels
}

/** Whether the last evening of the trip is covered, in one calm line. */
function EndNotice({ startDate, days, maxDays, trip, zone, labels }: EndNoticeProps) {
  if (startDate === '' || zone === null) return null
  const rows = clockRows(startDate, days, { destination: zone, home: null, tag: labels.tag })
  const moment = rows.destination ? momentText(rows.destination.last) : ''
  if (trip.days === 0) return <Notice>{fillText(labels.runs.ends, { moment })}</Notice>
  const verdict = tripVerdict({ startDate, days, zone }, trip)
  const isMended =
    verdict === 'notCovered' && days < maxDays && coversLastEvening(startDate, days + 1, { leave: trip.leave, zone })

  return (
    <Notice tone={verdict === 'covered' ? 'good' : 'wait'} aria-live="polite">
      {fillText(labels.runs[verdict], { moment })} {isMended ? labels.runs.oneMore : ''}
    </Notice>
  )
}

type Run = { startDate: string; days: number; zone: string }

function tripVerdict({ startDate, days, zone }: Run, trip: Trip): 'covered' | 'notCovered' | 'tooShort' | 'late' {
  if (startDate > trip.arrive) return 'late'
  if (coversLastEvening(startDate, days, { leave: trip.leave, zone })) return 'covered'

  return days < trip.days ? 'tooShort' : 'notCovered'
}
