'use client'

import { TripDates, type TripWords } from '#components/catalog/trip-dates.tsx'
import { useTrip, writeTrip } from '#components/catalog/trip-state.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Ticket } from '#components/ui/ticket.tsx'
import { type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

export type TripBarWords = TripWords & {
  label: string
  none: string
  noneHint: string
  days: PluralForms
  clear: string
}

/** The dates of the trip on a page of plans; every price below follows them. */
export function TripBar({ words }: { words: TripBarWords }) {
  const trip = useTrip()

  return (
    <Ticket as="section" className="trip-bar" aria-label={words.label}>
      <Icon name="calendar" />
      <p className="trip-bar-say" aria-live="polite">
        {trip.days > 0 ? (
          <b>{pluralText(words.days, trip.days, words.tag)}</b>
        ) : (
          <>
            <b>{words.none}</b> <span className="soft small">{words.noneHint}</span>
          </>
        )}
      </p>
      <div className="trip-bar-dates">
        <TripDates words={words} />
      </div>
      {trip.arrive || trip.leave ? (
        <Button
          size="small"
          className="trip-clear"
          aria-label={words.clear}
          onClick={() => writeTrip({ arrive: '', leave: '' })}
        >
          <Icon name="cross" />
        </Button>
      ) : null}
    </Ticket>
  )
}
