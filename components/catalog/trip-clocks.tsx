'use client'

import { ClockBoard } from '#components/catalog/clock-board.tsx'
import type { ClockLabels } from '#components/catalog/plan-labels.ts'
import { useToday, useTrip } from '#components/catalog/trip-dates.tsx'
import { type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

export type TripClockLabels = ClockLabels & { title: string; titleTrip: PluralForms }

/** The dates of the trip as a day plan of that length would run. */
export function TripClocks({ zone, labels }: { zone: string | null; labels: TripClockLabels }) {
  const trip = useTrip()
  const today = useToday()
  const title = trip.days > 0 ? pluralText(labels.titleTrip, trip.days, labels.tag) : labels.title

  return (
    <ClockBoard
      title={title}
      startDate={trip.days > 0 ? trip.arrive : today}
      days={trip.days || 1}
      leave={trip.leave}
      hint={trip.days > 0 ? undefined : labels.idle}
      zone={zone}
      labels={labels}
    />
  )
}
