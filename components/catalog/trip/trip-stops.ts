'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { makeSharedState } from '#components/catalog/shared-state.ts'
import { MAX_STOPS } from '#lib/catalog/rules/trip-cover.ts'

/** A country of the trip: how many days there, null for the whole trip. A layover has none: one only changes planes. */
export type TripStop = { iso2: string; days: number | null; isLayover: boolean }

const STOP = /^([a-z]{2})(?:-(\d{1,3}))?$/
const state = makeSharedState(['to'], 'trip-stops')

/** The countries of the trip. A shared address (`#to=jp.kr-4.qa-0`) comes before what the tab remembers. */
export function useTripStops(): TripStop[] {
  const text = useSyncExternalStore(state.subscribe, state.read, () => '')

  return useMemo(() => parseStops(text), [text])
}

/** The countries that this tab remembers, on pages whose address says nothing of a trip. */
export function recallStops(): TripStop[] {
  return parseStops(state.recall())
}

/** Puts other countries into the trip, and into the address, so that it can be sent to somebody. */
export function writeStops(stops: readonly TripStop[]): void {
  state.write(stopsText(stops))
}

/** Reads countries as an address writes them. What cannot be read is left out, a country named twice counts once. */
export function parseStops(text: string): TripStop[] {
  const stops = text.split('.').flatMap((part): TripStop[] => {
    const [, iso2, number] = STOP.exec(part) ?? []
    if (!iso2) return []
    // Without a number it is none, and neither comparison holds.
    const days = Number(number)

    return [{ iso2: iso2.toUpperCase(), days: days > 0 ? days : null, isLayover: days === 0 }]
  })
  const codes = stops.map(({ iso2 }) => iso2)

  return stops.filter(({ iso2 }, index) => codes.indexOf(iso2) === index).slice(0, MAX_STOPS)
}

/** Returns countries as an address writes them: two letters each, `-4` for four days, `-0` for a layover. */
export function stopsText(stops: readonly TripStop[]): string {
  return stops
    .map(({ iso2, days, isLayover }) => iso2.toLowerCase() + (isLayover ? '-0' : days === null ? '' : `-${days}`))
    .join('.')
}
