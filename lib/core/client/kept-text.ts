/** A text that the browser remembers. Where storage is refused or full, it lives as long as the page. */
export type KeptText = {
  /** Returns the text, '' where there is none. */
  read: () => string
  /** Remembers a text, '' for none, and tells nobody. */
  keep: (text: string) => void
  /** Remembers a text, and tells everybody who shows it. */
  write: (text: string) => void
  /** Calls back when the text changes, in this tab or another. Returns how to stop that. */
  subscribe: (listener: () => void) => () => void
}

/** Makes a text that is kept under a name, by all tabs of the browser or by this one alone. */
export function keepText(name: string, storage: 'localStorage' | 'sessionStorage'): KeptText {
  const changed = `landfall:${name}`
  // `null` where it has been stored.
  let kept: string | null = null
  const keep = (text: string) => {
    try {
      if (text === '') globalThis[storage].removeItem(name)
      else globalThis[storage].setItem(name, text)
      kept = null
    } catch {
      kept = text
    }
  }

  return {
    keep,
    read: () => {
      try {
        return kept ?? globalThis[storage].getItem(name) ?? ''
      } catch {
        return ''
      }
    },
    write: (text) => {
      keep(text)
      window.dispatchEvent(new Event(changed))
    },
    subscribe: (listener) => {
      window.addEventListener('storage', listener)
      window.addEventListener(changed, listener)

      return () => {
        window.removeEventListener('storage', listener)
        window.removeEventListener(changed, listener)
      }
    },
  }
}
