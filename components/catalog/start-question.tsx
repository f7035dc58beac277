'use client'

import dynamic from 'next/dynamic'
import { ClockBoard } from '#components/catalog/clock-board.tsx'
import { clockRows, coversLastEvening, momentText } from '#components/catalog/clock-times.ts'
import type { PlanChoice } from '#components/catalog/plan-choice.ts'
import type { ChosenPlan } from '#components/catalog/plan-chooser.tsx'
import type { PlanWords } from '#components/catalog/plan-words.ts'
import { TripBar } from '#components/catalog/trip-bar.tsx'
import type { Trip } from '#components/catalog/trip-state.ts'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'

// The calendar is a library of its own size; the date field beside it works before it has come.
const DateCalendar = dynamic(() => import('#components/catalog/date-calendar.tsx').then((file) => file.DateCalendar), {
  ssr: false,
  loading: () => <div className="cal" />,
})

type StartQuestionProps = {
  plan: ChosenPlan
  choice: PlanChoice
  trip: Trip
  today: string
  isMissing: boolean
  words: PlanWords
  onChange: (date: string) => void
}

/** The first day, where the network asks for one, and what the days mean on three clocks. */
export function StartQuestion({ plan, choice, trip, today, isMissing, words, onChange }: StartQuestionProps) {
  const { firstDay, runs } = words
  const days = plan.term.kind === 'fixed' ? plan.term.days : choice.days
  const clocks = (
    <div className="stack">
      <ClockBoard
        title={runs.title}
        startDate={choice.startDate}
        days={days}
        leave=""
        zone={plan.zone}
        words={words.clocks}
        isQuiet
      />
      <EndNotice startDate={choice.startDate} days={days} trip={trip} zone={plan.zone} words={words} />
    </div>
  )
  if (!plan.needsStartDate) {
    return (
      <section className="question">
        <h2>{runs.title}</h2>
        {plan.term.kind === 'fixed' ? (
          <p>{fillText(runs.fixedText, { days: pluralText(words.dayForms, days, words.tag) })}</p>
        ) : null}
        <TripBar words={words.trip} />
        {choice.startDate ? <div className="max-w-[34rem]">{clocks}</div> : null}
      </section>
    )
  }

  return (
    <section className="question">
      <h2>{firstDay.title}</h2>
      <p>{firstDay.text}</p>
      <div className="pick-date">
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
              words={words.calendar}
              onChange={onChange}
              key={choice.startDate.slice(0, 7)}
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

type EndNoticeProps = { startDate: string; days: number; trip: Trip; zone: string | null; words: PlanWords }

/** Whether the last evening of the trip is covered, in one calm line. */
function EndNotice({ startDate, days, trip, zone, words }: EndNoticeProps) {
  if (startDate === '' || zone === null) return null
  const rows = clockRows(startDate, days, { destination: zone, home: null, tag: words.tag })
  const moment = rows.destination ? momentText(rows.destination.last) : ''
  if (trip.days === 0) return <Notice>{fillText(words.runs.ends, { moment })}</Notice>
  const verdict = tripVerdict({ startDate, days, zone }, trip)

  return (
    <Notice tone={verdict === 'covered' ? 'good' : 'wait'} aria-live="polite">
      {fillText(words.runs[verdict], { moment })}
    </Notice>
  )
}

type Run = { startDate: string; days: number; zone: string }

function tripVerdict({ startDate, days, zone }: Run, trip: Trip): 'covered' | 'notCovered' | 'tooShort' | 'late' {
  if (startDate > trip.arrive) return 'late'
  if (coversLastEvening(startDate, days, { leave: trip.leave, zone })) return 'covered'

  return days < trip.days ? 'tooShort' : 'notCovered'
}
