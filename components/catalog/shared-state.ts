import { readAddressState, subscribeAddressState, writeAddressState } from '#components/catalog/address-state.ts'
import { storedText } from '#lib/core/client/stored-text.ts'

/** A text of the tab that an address may say. Storage may be refused; the text then lives as long as the page. */
export type SharedState = {
  /** What the address says, else what the tab remembers. */
  read: () => string
  recall: () => string
  /** Remembers a text and tells everybody who shows it; the address follows where it may, or says something already. */
  write: (text: string, mayName?: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/** Makes a state that stands behind `#` under a name, and is remembered by the tab. Several names part it by `/`. */
export function makeSharedState(names: readonly string[], store: string): SharedState {
  const { read: recall, set, write: remember, subscribe } = storedText(store, 'sessionStorage')
  const readShared = () => {
    const state = readAddressState()

    return names.some((name) => state.has(name)) ? names.map((name) => state.get(name) ?? '').join('/') : null
  }

  return {
    recall,
    read: () => {
      const shared = readShared()
      if (shared !== null && shared !== recall()) set(shared)

      return shared ?? recall()
    },
    write: (text, mayName = true) => {
      const parts = text.split('/')
      // First, because whoever is told of the text takes an address for newer.
      if (mayName || readShared() !== null) {
        writeAddressState(Object.fromEntries(names.map((name, at) => [name, parts[at] ?? ''])))
      }
      remember(text)
    },
    subscribe: (listener) => {
      const unsubscribe = subscribeAddressState(listener)
      const forget = subscribe(listener)

      return () => {
        unsubscribe()
        forget()
      }
    },
  }
}
