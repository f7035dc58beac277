'use client'

import type { TripCountry } from '#components/catalog/trip/trip-countries.ts'
import type { TripStop } from '#components/catalog/trip/trip-stops.ts'
import { ListedFlag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { fillText, type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

export type StopWords = {
  tag: string
  list: string
  stay: string
  wholeTrip: string
  days: PluralForms
  layover: string
  remove: string
}

type StopListProps = {
  stops: readonly TripStop[]
  countries: ReadonlyMap<string, TripCountry>
  nameOf: (iso2: string) => string
  tripDays: number
  words: StopWords
  onChange: (stops: TripStop[]) => void
}

const LAYOVER = '0'
const WHOLE_TRIP = ''
/** As many days as anybody is asked to choose from, however far apart the dates of an address are. */
const LONGEST = 90

/** The countries of the trip, each with how long one stays: the whole trip, some days, or only to change planes. */
export function StopList({ stops, countries, nameOf, tripDays, words, onChange }: StopListProps) {
  return (
    <ul className="stops" aria-label={words.list}>
      {stops.map((stop) => {
        const country = countries.get(stop.iso2)
        const name = nameOf(stop.iso2)

        return (
          <li key={stop.iso2} className="stop">
            {country ? <ListedFlag flag={country.flag} size="small" lazy={false} /> : null}
            <b>{name}</b>
            <label className="chip stop-days">
              <span aria-hidden="true">{daysText(stop, words)}</span>
              <Icon name="down" />
              <select
                aria-label={fillText(words.stay, { name })}
                value={stop.isLayover ? LAYOVER : String(stop.days ?? WHOLE_TRIP)}
                onChange={(event) =>
                  onChange(stops.map((other) => (other === stop ? withDays(stop, event.target.value) : other)))
                }
              >
                <option value={WHOLE_TRIP}>{words.wholeTrip}</option>
                {numbersTo(Math.max(Math.min(tripDays, LONGEST), stop.days ?? 0)).map((days) => (
                  <option key={days} value={days}>
                    {pluralText(words.days, days, words.tag)}
                  </option>
                ))}
                <option value={LAYOVER}>{words.layover}</option>
              </select>
            </label>
            <button
              type="button"
              className="stop-remove"
              aria-label={fillText(words.remove, { name })}
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
  if (value === LAYOVER) return { iso2, days: null, isLayover: true }

  return { iso2, days: value === WHOLE_TRIP ? null : Number(value), isLayover: false }
}

function daysText({ days, isLayover }: TripStop, words: StopWords): string {
  if (isLayover) return words.layover

  return days === null ? words.wholeTrip : pluralText(words.days, days, words.tag)
}

function numbersTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}
