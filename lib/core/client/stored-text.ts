/** A text that the browser remembers. Where storage is refused or full, it lives as long as the page. */
export type StoredText = {
  /** Returns the text, '' where there is none. */
  read: () => string
  /** Remembers a text, '' for none, and tells nobody. */
  set: (text: string) => void
  /** Remembers a text, and tells everybody who shows it. */
  write: (text: string) => void
  /** Calls back when the text changes, in this tab or another. Returns how to stop that. */
  subscribe: (listener: () => void) => () => void
}

/** Makes a text that is stored under a name, by all tabs of the browser or by this one alone. */
export function storedText(name: string, storage: 'localStorage' | 'sessionStorage'): StoredText {
  const changed = `landfall:${name}`
  // `null` where it has been stored.
  let unstored: string | null = null
  const set = (text: string) => {
    try {
      if (text === '') globalThis[storage].removeItem(name)
      else globalThis[storage].setItem(name, text)
      unstored = null
    } catch {
      unstored = text
    }
  }

  return {
    set,
    read: () => {
      try {
        return unstored ?? globalThis[storage].getItem(name) ?? ''
      } catch {
        return ''
      }
    },
    write: (text) => {
      set(text)
      window.dispatchEvent(new Event(changed))
    },
    subscribe: (listener) => {
      window.addEventListener('storage', listener)
      window.addEventListener(changed, listener)
      // A page that comes back as it was left has been told nothing meanwhile.
      window.addEventListener('pageshow', listener)

      return () => {
        window.removeEventListener('storage', listener)
        window.removeEventListener(changed, listener)
        window.removeEventListener('pageshow', listener)
      }
    },
  }
}
