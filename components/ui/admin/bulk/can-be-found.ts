const SHORTEST = 4
// Every address has its sign and every number a digit, but for one order number in twenty, which is letters alone.
const NUMBER_OR_ADDRESS = /[\d@]|^LF[\s-]?[a-z]{4}[\s-]?[a-z]{4}$/i

/** Tells whether a text may be a number or an address: other words name an act or an area, and nobody is asked for them. */
export function canBeFound(text: string): boolean {
  return text.length >= SHORTEST && NUMBER_OR_ADDRESS.test(text)
}
