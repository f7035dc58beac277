'use client'

import { useSyncExternalStore } from 'react'

const CHANGED = 'landfall:address'
const EVENTS = ['hashchange', 'popstate', CHANGED]

/** What stands behind `#` in the address, as names and values. It never reaches the server: pages stay the same bytes. */
export function useAddressState(): URLSearchParams {
  const hash = useSyncExternalStore(
    subscribeAddressState,
    () => window.location.hash,
    () => '',
  )

  return new URLSearchParams(hash.slice(1))
}

/** The same for what is no component. */
export function readAddressState(): URLSearchParams {
  return new URLSearchParams(window.location.hash.slice(1))
}

/** Writes names into the address without a new entry in the history; `''` removes one. */
export function writeAddressState(changes: Record<string, string>): void {
  const state = readAddressState()
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') state.delete(name)
    else state.set(name, value)
  }
  const hash = state.toString()
  window.history.replaceState(null, '', hash ? `#${hash}` : window.location.pathname + window.location.search)
  window.dispatchEvent(new Event(CHANGED))
}

/** Calls back when the address says something else. Returns how to stop that. */
export function subscribeAddressState(listener: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, listener)

  return () => {
    for (const event of EVENTS) window.removeEventListener(event, listener)
  }
}
