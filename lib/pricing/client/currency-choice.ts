import { storedText } from '#lib/core/client/stored-text.ts'

/** The currency chosen in this browser, and the country it was chosen by where it was: `EUR DE`. Nothing of it is sent with pages. */
const choice = storedText('currency', 'localStorage')

/** Returns what was chosen, whether or not the shop sells in it; '' where nothing was. */
export const readChoice = choice.read

/** Keeps a choice, '' for none, and tells everybody who shows a price. */
export const keepChoice = choice.write

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
export const subscribeChoice = choice.subscribe
