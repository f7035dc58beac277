import { bareCode } from '#lib/core/rules/typed-text.ts'

const SHORTEST = 4
// Every address has its sign and every number a digit, but for one order number in twenty, which is letters alone.
const NUMBER_OR_ADDRESS = /[\d@]|^LF[A-Z]{8}$/

/** Tells whether a text may be a number or an address: other words name an act or an area, and nobody is asked for them. */
export function canBeFound(text: string): boolean {
  const bare = bareCode(text)

  return bare.length >= SHORTEST && NUMBER_OR_ADDRESS.test(bare)
}
