import { keepChoice, readChoice } from '#lib/pricing/client/currency-choice.ts'

const STOPPED = 'currency-stopped'
/** As long as an offer holds that came in the place of another. */
const TOLD_MS = 900_000

/** Gives up a currency that the shop does not sell in any more, and remembers for a while that it did. */
export function giveUpCurrency(code: string): void {
  try {
    sessionStorage.setItem(STOPPED, `${code} ${Date.now()}`)
  } catch {
    // The sums say their currency themselves.
  }
  keepChoice('')
}

/** Returns the currency that was given up just now; '' where none was, and once another one is chosen. */
export function stoppedCurrency(): string {
  try {
    const [code = '', at] = (sessionStorage.getItem(STOPPED) ?? '').split(' ')

    return readChoice() === '' && Date.now() - Number(at) < TOLD_MS ? code : ''
  } catch {
    return ''
  }
}
