'use client'

import { ChipSelect } from '#components/catalog/chip-select.tsx'
import type { TripCountry } from '#components/catalog/trip/trip-countries.ts'
import type { TripFinderLabels } from '#components/catalog/trip/trip-labels.ts'
import type { TripStop } from '#components/catalog/trip/trip-stops.ts'
import { ListedFlag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'

type StopLabels = TripFinderLabels['stops']

type StopListProps = {
  stops: readonly TripStop[]
  countries: ReadonlyMap<string, TripCountry>
  nameOf: (iso2: string) => string
  tripDays: number
  labels: StopLabels
  onChange: (stops: TripStop[]) => void
}

const LAYOVER = '0'
const WHOLE_TRIP = ''
/** As many days as anybody is asked to choose from, however far apart the dates of an address are. */
const LONGEST = 90

/** The countries of the trip, each with how long one stays: the whole trip, some days, or only to change planes. */
export function StopList({ stops, countries, nameOf, tripDays, labels, onChange }: StopListProps) {
  return (
    <ul className="stops" aria-label={labels.list}>
      {stops.map((stop) => {
        const country = countries.get(stop.iso2)
        const name = nameOf(stop.iso2)

        return (
          <li key={stop.iso2} className="stop">
            {country ? <ListedFlag flag={country.flag} size="small" lazy={false} /> : null}
            <b>{name}</b>
            <ChipSelect
              label={fillText(labels.stay, { name })}
              value={stop.isLayover ? LAYOVER : String(stop.days ?? WHOLE_TRIP)}
              options={lengthsOf(stop, tripDays, labels)}
              className="chip stop-days"
              onChoose={(value) => onChange(stops.map((other) => (other === stop ? withDays(stop, value) : other)))}
            />
            <button
              type="button"
              className="stop-remove"
              aria-label={fillText(labels.remove, { name })}
              onClick={(event) => {
                keepPlace(event.currentTarget, '.stop-remove', '.stops-panel input')
                onChange(stops.filter((other) => other !== stop))
              }}
            >
              <Icon name="cross" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function withDays({ iso2 }: TripStop, value: string): TripStop {
  return { iso2, days: Number(value) || null, isLayover: value === LAYOVER }
}

function lengthsOf({ days }: TripStop, tripDays: number, labels: StopLabels) {
  const longest = Math.max(Math.min(tripDays, LONGEST), days ?? 0)

  return [
    { value: WHOLE_TRIP, name: labels.wholeTrip },
    ...Array.from({ length: longest }, (_, index) => ({
      value: String(index + 1),
      name: pluralText(labels.days, index + 1, labels.tag),
    })),
    { value: LAYOVER, name: labels.layover },
  ]
}
