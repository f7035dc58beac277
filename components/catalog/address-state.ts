'use client'

import { useSyncExternalStore } from 'react'

const CHANGED = 'landfall:address'

/** What stands behind `#` in the address, as names and values. It never reaches the server: pages stay the same bytes. */
export function useAddressState(): URLSearchParams {
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => '',
  )

  return new URLSearchParams(hash.slice(1))
}

/** Writes one name into the address without a new entry in the history; `''` removes it. */
export function writeAddressState(changes: Record<string, string>): void {
  const state = new URLSearchParams(window.location.hash.slice(1))
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') state.delete(name)
    else state.set(name, value)
  }
  const hash = state.toString()
  window.history.replaceState(null, '', hash ? `#${hash}` : window.location.pathname + window.location.search)
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  window.addEventListener(CHANGED, listener)

  return () => {
    window.removeEventListener('hashchange', listener)
    window.removeEventListener(CHANGED, listener)
  }
}
