'use client'

import type { TripBarLabels } from '#components/catalog/plan-labels.ts'
import { TripDates, useTrip, writeTrip } from '#components/catalog/trip-dates.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Ticket } from '#components/ui/ticket.tsx'
import { pluralText } from '#lib/core/i18n/plurals.ts'

/** The dates of the trip on a page of plans; every price below follows them. */
export function TripBar({ labels }: { labels: TripBarLabels }) {
  const trip = useTrip()
  const isWrong = trip.days === 0 && trip.arrive !== '' && trip.leave !== ''

  return (
    <Ticket
      as="section"
      tabIndex={-1}
      className="flex-row flex-wrap items-center gap-x-4 gap-y-1 py-2 ps-5 pe-3"
      aria-label={labels.label}
    >
      <Icon name="calendar" className="text-ink-soft small:hidden" />
      <p className="min-w-44 flex-1" aria-live="polite">
        {trip.days > 0 ? (
          <b>{pluralText(labels.days, trip.days, labels.tag)}</b>
        ) : (
          <>
            <b>{isWrong ? labels.wrong : labels.none}</b>{' '}
            {isWrong ? null : <span className="soft small">{labels.noneHint}</span>}
          </>
        )}
      </p>
      <div className="flex items-center gap-1 small:order-1 small:-ms-3 small:w-full">
        <TripDates labels={labels} />
      </div>
      {trip.arrive || trip.leave ? (
        <Button
          size="small"
          aria-label={labels.clear}
          onClick={(event) => {
            // The button goes away, and a field of a date would open.
            event.currentTarget.closest('section')?.focus()
            writeTrip({ arrive: '', leave: '' })
          }}
        >
          <Icon name="cross" />
        </Button>
      ) : null}
    </Ticket>
  )
}
