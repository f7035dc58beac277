'use client'

import { lazy, Suspense, useEffect } from 'react'
import { useAddressState, writeAddressState } from '#components/catalog/address-state.ts'
import type { BoardRow, PackedRows } from '#components/catalog/board-row.ts'
import { ChipSelect } from '#components/catalog/chip-select.tsx'
import { FinderField, type FinderLabels, useFinder } from '#components/catalog/finder.tsx'
import type { TripFinderLabels } from '#components/catalog/plan-labels.ts'
import { isoOf, readCountries, spokenName, type TripCountry } from '#components/catalog/trip/trip-countries.ts'
import { type TripStop, useTripStops, writeStops } from '#components/catalog/trip/trip-stops.ts'
import { READING_PLACE, ReadingState, usePlaces } from '#components/catalog/trip/use-places.tsx'
import { TripBar } from '#components/catalog/trip-bar.tsx'
import { TripClocks } from '#components/catalog/trip-clocks.tsx'
import { useTrip } from '#components/catalog/trip-dates.tsx'
import { ListedFlag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Ticket } from '#components/ui/ticket.tsx'
import { USUAL_DAYS } from '#lib/catalog/rules/day-pass.ts'
import { MAX_STOPS } from '#lib/catalog/rules/trip-cover.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'
import type { PlaceOnSale, TripIndex } from '#lib/settings/rules/shop.ts'

// Plans are shown when countries have been chosen: what shows them comes while they are being read.
const loadResults = () => import('#components/catalog/trip/trip-results.tsx')
const TripResults = lazy(() =>
  loadResults().then(
    (file) => ({ default: file.TripResults }),
    () => ({ default: NoResults }),
  ),
)

/** In the place of results whose file did not come: the address holds what was chosen, and reading the page again asks anew. */
function NoResults({ labels }: { labels: TripFinderLabels }) {
  const again = () => window.location.reload()

  return <ReadingState of={{ isReading: false, hasFailed: true, again }} labels={labels} />
}

type TripFinderProps = { packed: PackedRows; groups: TripIndex['groups']; labels: TripFinderLabels }

/** Dates and countries in, plans out. All of it stands in the address; plans are read for the countries chosen alone. */
export function TripFinder({ packed, groups, labels }: TripFinderProps) {
  const trip = useTrip()
  const stops = useTripStops()
  const address = useAddressState()
  const countries = readCountries(packed)
  const stays = stops.filter(({ isLayover }) => !isLayover)
  const reading = usePlaces(labels.locale, wantedSlugs(stays, countries, groups))
  const places = [...reading.places.values()].filter((place) => place !== null)
  const minMb = Number(address.get('mb')) || 0
  const tripDays = trip.days || USUAL_DAYS
  const nameOf = (iso2: string) => countries.get(iso2)?.name ?? spokenName(iso2, labels.locale)

  useEffect(() => {
    if (stays.length > 0) void loadResults().catch(() => undefined)
  }, [stays.length])
  // What the tab remembers is put into the address, so that the page can be sent to somebody as it is.
  useEffect(() => {
    if (trip.arrive || trip.leave) writeAddressState({ arrive: trip.arrive, leave: trip.leave })
  }, [trip.arrive, trip.leave])
  useEffect(() => {
    if (stops.length > 0) writeStops(stops)
  }, [stops])

  return (
    <div className="columns">
      <div>
        <TripBar labels={labels.trip} />
        <Ticket as="section" className="stops-panel" aria-label={labels.stops.list}>
          {stops.length < MAX_STOPS ? (
            <CountryPicker
              packed={packed}
              chosen={new Set(stops.map(({ iso2 }) => iso2))}
              labels={labels.picker}
              onChoose={(iso2) => writeStops([...stops, { iso2, days: null, isLayover: false }])}
            />
          ) : (
            <p className="px-5 pt-4 soft small">{fillText(labels.full, { n: String(MAX_STOPS) })}</p>
          )}
          <StopList
            stops={stops}
            countries={countries}
            nameOf={nameOf}
            tripDays={tripDays}
            labels={labels.stops}
            onChange={writeStops}
          />
        </Ticket>
        <div className="chips filters">
          <ChipSelect
            label={labels.data.label}
            value={String(minMb || '')}
            options={labels.data.options}
            text={minMb ? undefined : labels.data.label}
            className={minMb ? 'chip chip-set' : 'chip'}
            onChoose={(mb) => writeAddressState({ mb })}
          />
        </div>
        <div aria-live="polite" className="mt-4 stack empty:mt-0">
          {stays.length > 0 && trip.days === 0 ? (
            <Notice>{pluralText(labels.noDates, USUAL_DAYS, labels.tag)}</Notice>
          ) : null}
          <ReadingState of={reading} labels={labels} />
        </div>
        {stays.length === 0 ? (
          <section className="section">
            <h2>{stops.length === 0 ? labels.emptyTitle : labels.onlyLayovers}</h2>
            <p className="soft mt-2">{labels.emptyText}</p>
          </section>
        ) : reading.isReading ? (
          READING_PLACE
        ) : reading.hasFailed ? null : (
          <Suspense fallback={READING_PLACE}>
            <TripResults
              places={places}
              question={{ stops, tripDays, minMb, texts: labels.list }}
              trip={trip}
              stays={stays.map(({ iso2 }) => iso2)}
              nameOf={nameOf}
              labels={labels}
            />
          </Suspense>
        )}
      </div>
      <aside className="side side-flush" aria-label={labels.aside}>
        <TripClocks zone={zoneOf(stays, places)} labels={labels.clocks} />
      </aside>
    </div>
  )
}

/** What must be read: the countries' own plans, every group that works in one of them, and those that do not say. */
function wantedSlugs(
  stays: readonly TripStop[],
  countries: ReadonlyMap<string, TripCountry>,
  groups: TripIndex['groups'],
): string[] {
  if (stays.length === 0) return []
  const codes = stays.map(({ iso2 }) => iso2)
  const own = codes.map((iso2) => countries.get(iso2)?.slug ?? '').filter(Boolean)
  const shared = groups.filter((group) => group.countries?.some((iso2) => codes.includes(iso2)) ?? true)

  return [...new Set([...own, ...shared.map(({ slug }) => slug)])]
}

/** The clock of the country where the trip ends: that is where a last evening may be missing. */
function zoneOf(stays: readonly TripStop[], places: readonly PlaceOnSale[]): string | null {
  const last = stays.at(-1)

  return places.find((place) => place.iso2 === last?.iso2)?.timeZone ?? null
}

const SHOWN = 6

type PickerLabels = FinderLabels & { indexUrl: string; results: string; none: string }

type CountryPickerProps = {
  packed: PackedRows
  chosen: ReadonlySet<string>
  labels: PickerLabels
  onChoose: (iso2: string) => void
}

/** A field that finds a country by any of its names and adds it to the trip. */
function CountryPicker({ packed, chosen, labels, onChoose }: CountryPickerProps) {
  const finder = useFinder(packed, {
    indexUrl: labels.indexUrl,
    max: SHOWN,
    isLeft: (row) => !chosen.has(isoOf(row)),
  })
  const { id, query, hits, isShown, marked, meantBy } = finder
  const field = finder.input.ref
  const choose = (row: BoardRow) => {
    // The field goes with the last country that a trip may have.
    if (field.current) keepPlace(field.current, '.stop:last-child select')
    onChoose(isoOf(row))
    finder.clear()
    field.current?.focus()
  }

  return (
    <FinderField
      finder={finder}
      icon="plus"
      labels={labels}
      input={{
        id: `${id}-field`,
        onBlur: finder.close,
        onKeyDown: (event) => {
          finder.input.onKeyDown(event)
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (isShown && marked) choose(marked)
        },
      }}
    >
      {isShown && hits.length === 0 ? (
        <p className="hits hits-none">{fillText(labels.none, { query })}</p>
      ) : (
        <div className="hits" id={id} role="listbox" aria-label={labels.results} hidden={!isShown}>
          {hits.map((row) => (
            <CountryHit
              key={row[0]}
              id={`${id}-${row[0]}`}
              row={row}
              isMarked={row === marked}
              meant={meantBy(row)}
              onChoose={() => choose(row)}
            />
          ))}
        </div>
      )}
    </FinderField>
  )
}

type CountryHitProps = { id: string; row: BoardRow; isMarked: boolean; meant: string | null; onChoose: () => void }

function CountryHit({ id, row, isMarked, meant, onChoose }: CountryHitProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
    <div
      id={id}
      role="option"
      aria-selected={isMarked}
      tabIndex={-1}
      // The field keeps the focus, so that the list is still there when the press ends.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <ListedFlag flag={row[2]} lazy={false} />
      <span>
        <b>{row[1]}</b>
        {meant ? (
          <span className="soft small">
            {' '}
            <bdi>{meant}</bdi>
          </span>
        ) : null}
      </span>
    </div>
  )
}

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
function StopList({ stops, countries, nameOf, tripDays, labels, onChange }: StopListProps) {
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
