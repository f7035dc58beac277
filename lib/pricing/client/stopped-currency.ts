import { storedText } from '#lib/core/client/stored-text.ts'
import { keepChoice, readChoice } from '#lib/pricing/client/currency-choice.ts'

const stopped = storedText('currency-stopped', 'sessionStorage')
/** As long as an offer holds that came in the place of another. */
const TOLD_MS = 900_000

/** Gives up a currency that the shop does not sell in any more, and remembers for a while that it did. */
export function giveUpCurrency(code: string): void {
  stopped.set(`${code} ${Date.now()}`)
  keepChoice('')
}

/** Returns the currency that was given up just now; '' where none was, and once another one is chosen. */
export function stoppedCurrency(): string {
  const [code = '', at] = stopped.read().split(' ')

  return readChoice() === '' && Date.now() - Number(at) < TOLD_MS ? code : ''
}
