'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { makeSharedState } from '#components/catalog/shared-state.ts'
import { daysBetween, parseCalendarDate } from '#lib/core/rules/calendar-days.ts'

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
