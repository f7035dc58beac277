'use client'

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { makeSharedState } from '#components/catalog/shared-state.ts'
import { Icon } from '#components/ui/icon.tsx'
import { useEarlyText } from '#lib/core/client/early-fields.ts'
import { daysBetween, parseCalendarDate } from '#lib/core/rules/calendar-days.ts'

/** The visitor's own date, '' until the browser has said it: the page itself is the same for everyone on every day. */
export function useToday(): string {
  const [today, setToday] = useState('')
  useEffect(() => {
    const now = new Date()
    const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
    setToday(local.toISOString().slice(0, 10))
  }, [])

  return today
}

/** The dates of the trip as typed; `days` is 0 while one is missing or the trip ends before it begins. */
export type Trip = { arrive: string; leave: string; days: number }

const state = makeSharedState(['arrive', 'leave'], 'trip')

/** The trip of this browser tab. A shared address (`#arrive=…&leave=…`) comes before what the tab remembers. */
export function useTrip(): Trip {
  const text = useSyncExternalStore(state.subscribe, state.read, () => '')

  return useMemo(() => parseTrip(text), [text])
}

/** Changes the dates, also in an address that names them. */
export function writeTrip(changes: Partial<Pick<Trip, 'arrive' | 'leave'>>): void {
  const { arrive, leave } = { ...parseTrip(state.read()), ...changes }
  state.write(`${arrive}/${leave}`, false)
}

/** Reads dates as the tab remembers them. A day that does not exist is none. */
export function parseTrip(text: string): Trip {
  const [first = '', last = ''] = text.split('/')
  const arrive = parseCalendarDate(first)
  const leave = parseCalendarDate(last)
  const days = arrive && leave ? Math.max(0, daysBetween(arrive, leave) + 1) : 0

  return { arrive: arrive ?? '', leave: leave ?? '', days }
}

export type TripLabels = { arrive: string; leave: string; anyDay: string; tag: string }

/** The two dates of a trip. Each is the browser's own date field under our own words. */
export function TripDates({ labels }: { labels: TripLabels }) {
  const trip = useTrip()
  const today = useToday()

  return (
    <>
      <DateField
        label={labels.arrive}
        value={trip.arrive}
        min={today}
        labels={labels}
        onChange={(arrive) => writeTrip(trip.leave && trip.leave < arrive ? { arrive, leave: arrive } : { arrive })}
      />
      <Icon name="forward" className="soft" />
      <DateField
        label={labels.leave}
        value={trip.leave}
        min={trip.arrive || today}
        labels={labels}
        onChange={(leave) => writeTrip({ leave })}
      />
    </>
  )
}

type DateFieldProps = {
  label: string
  value: string
  min: string
  labels: TripLabels
  onChange: (date: string) => void
}

function DateField({ label, value, min, labels, onChange }: DateFieldProps) {
  return (
    <label className="day">
      <span className="cap">{label}</span>
      <span className="day-text num" aria-hidden="true">
        {value ? shortDate(value, labels.tag) : labels.anyDay}
      </span>
      <input
        type="date"
        value={value}
        min={min || undefined}
        ref={useEarlyText(onChange)}
        onChange={(event) => onChange(event.target.value)}
        onClick={(event) => openPicker(event.currentTarget)}
      />
    </label>
  )
}

/** Returns a calendar date in short words: `Sat 6 Mar`. */
export function shortDate(date: string, tag: string): string {
  const format = new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

  return format.format(new Date(`${date}T00:00:00Z`)).replace(',', '')
}

function openPicker(input: HTMLInputElement): void {
  // Browsers mark the focus of this field after a press as well: the style sheet tells both apart by this.
  input.dataset.press = ''
  try {
    input.showPicker()
  } catch {
    // Old browsers have no picker to open by script; the field can still be typed into.
    input.focus()
  }
}
