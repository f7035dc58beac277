/** The currency chosen in this browser, and the country it was chosen by where it was: `EUR DE`. Nothing of it is sent with pages. */
const STORE = 'currency'
const CHANGED = 'landfall:currency'

// Storage may be refused or full; the choice then lives as long as the page. `null` where it has been stored.
let kept: string | null = null

/** Returns what was chosen, whether or not the shop sells in it; '' where nothing was. */
export function readChoice(): string {
  try {
    return kept ?? localStorage.getItem(STORE) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a choice, '' for none, and tells everybody who shows a price. */
export function keepChoice(choice: string): void {
  try {
    localStorage.setItem(STORE, choice)
    kept = null
  } catch {
    kept = choice
  }
  window.dispatchEvent(new Event(CHANGED))
}

/** Returns the terms of the currencies that the page offers besides the store's own, as `writePriceTerms` wrote them. */
export function offeredTerms(): string {
  return document.querySelector<HTMLElement>('[data-currencies]')?.dataset.currencies ?? ''
}

/** Returns the currency to pay in: one that was chosen and that the page offers; `undefined` for the store's own. */
export function chosenCurrency(): string | undefined {
  const code = readChoice().slice(0, 3)

  return code && offeredTerms().includes(`${code} `) ? code : undefined
}

/** Calls back when the choice changes, in this tab or another. Returns how to stop that. */
export function subscribeChoice(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  window.addEventListener(CHANGED, listener)

  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener(CHANGED, listener)
  }
}
