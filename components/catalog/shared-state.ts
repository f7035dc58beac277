/** A text of the tab that an address may say. Storage may be refused; the text then lives as long as the page. */
export type SharedState = {
  /** What the address says, else what the tab remembers. */
  read: () => string
  recall: () => string
  /** Remembers a text and tells everybody who shows it; the address follows where it may, or says something already. */
  write: (text: string, mayName?: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/** Makes a state that stands behind `#` under a name, and is remembered by the tab. */
export function makeSharedState(name: string, store: string): SharedState {
  const changed = `landfall:${store}`
  let kept = ''

  const recall = () => {
    try {
      return window.sessionStorage.getItem(store) ?? kept
    } catch {
      return kept
    }
  }
  const remember = (text: string) => {
    kept = text
    try {
      window.sessionStorage.setItem(store, text)
    } catch {
      return
    }
  }

  return {
    recall,
    read: () => {
      const shared = addressState().get(name)
      if (shared !== null && shared !== recall()) remember(shared)

      return shared ?? recall()
    },
    write: (text, mayName = true) => {
      remember(text)
      if (mayName || addressState().has(name)) writeAddress(name, text)
      window.dispatchEvent(new Event(changed))
    },
    subscribe: (listener) => {
      const events = ['hashchange', 'popstate', changed]
      for (const event of events) window.addEventListener(event, listener)

      return () => {
        for (const event of events) window.removeEventListener(event, listener)
      }
    },
  }
}

function addressState(): URLSearchParams {
  return new URLSearchParams(window.location.hash.slice(1))
}

function writeAddress(name: string, text: string): void {
  const state = addressState()
  if (text === '') state.delete(name)
  else state.set(name, text)
  const hash = state.toString()
  window.history.replaceState(null, '', hash ? `#${hash}` : window.location.pathname)
}
