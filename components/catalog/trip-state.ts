'use client'

import { useSyncExternalStore } from 'react'
import { type CalendarDate, daysBetween } from '#lib/domain/calendar-days.ts'

/** The dates of the trip as typed; `days` is 0 while one is missing or the trip ends before it begins. */
export type Trip = { arrive: string; leave: string; days: number }

const EMPTY: Trip = { arrive: '', leave: '', days: 0 }
const STORE = 'trip'
const CHANGED = 'landfall:trip'
const DATE = /^\d{4}-\d{2}-\d{2}$/

let last = { text: '', trip: EMPTY }

/** The trip of this browser tab. A shared address (`#arrive=…&leave=…`) comes before what the tab remembers. */
export function useTrip(): Trip {
  return useSyncExternalStore(subscribe, readTrip, () => EMPTY)
}

export function writeTrip(changes: Partial<Pick<Trip, 'arrive' | 'leave'>>): void {
  const { arrive, leave } = { ...readTrip(), ...changes }
  remember(`${arrive}/${leave}`)
  const state = new URLSearchParams(window.location.hash.slice(1))
  if (state.has('arrive') || state.has('leave')) {
    state.delete('arrive')
    state.delete('leave')
    const hash = state.toString()
    window.history.replaceState(null, '', hash ? `#${hash}` : window.location.pathname)
  }
  window.dispatchEvent(new Event(CHANGED))
}

function readTrip(): Trip {
  const state = new URLSearchParams(window.location.hash.slice(1))
  const shared = state.has('arrive') ? `${state.get('arrive')}/${state.get('leave') ?? ''}` : null
  if (shared !== null && shared !== recall()) remember(shared)
  const text = shared ?? recall()
  if (text !== last.text) last = { text, trip: parseTrip(text) }

  return last.trip
}

function parseTrip(text: string): Trip {
  const [first = '', second = ''] = text.split('/')
  const arrive = DATE.test(first) ? first : ''
  const leave = DATE.test(second) ? second : ''
  const days = arrive && leave ? Math.max(0, daysBetween(arrive as CalendarDate, leave as CalendarDate) + 1) : 0

  return { arrive, leave, days }
}

// Storage may be refused; the trip then lives as long as the page.
let kept = ''

function recall(): string {
  try {
    return window.sessionStorage.getItem(STORE) ?? kept
  } catch {
    return kept
  }
}

function remember(text: string): void {
  kept = text
  try {
    window.sessionStorage.setItem(STORE, text)
  } catch {
    return
  }
}

function subscribe(listener: () => void): () => void {
  const events = ['hashchange', 'popstate', 'storage', CHANGED]
  for (const event of events) window.addEventListener(event, listener)

  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}
