'use client'

import { useTrip, writeTrip } from '#components/catalog/trip-state.ts'
import { useToday } from '#components/catalog/use-today.ts'
import { Icon } from '#components/ui/icon.tsx'
import { useEarlyText } from '#lib/core/client/early-fields.ts'

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
  try {
    input.showPicker()
  } catch {
    // Old browsers have no picker to open by script; the field can still be typed into.
    input.focus()
  }
}
