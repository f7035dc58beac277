/** How much one order may hold: lines, eSIMs of one item, and eSIMs altogether. */
export const CART_LIMITS = { items: 10, esimsPerItem: 20, esims: 50 } as const

/** The largest sum of an order, in minor units: what a column of amounts can hold. Few currencies ever come near it. */
export const MAX_TOTAL_MINOR = 2_000_000_000

/** Why lines do not make one order. */
export type CartProblem = 'cart_empty' | 'too_many_lines' | 'too_many_cards' | 'line_twice' | 'currencies_differ'

type OrderedQuote = { id: string; count: number; currency: string; totalMinor: number }

/** Returns what keeps these quotes from being one order, `null` when nothing does. */
export function cartProblem(quotes: readonly OrderedQuote[]): CartProblem | null {
  if (quotes.length === 0) return 'cart_empty'
  if (quotes.length > CART_LIMITS.items) return 'too_many_lines'
  if (new Set(quotes.map(({ id }) => id)).size < quotes.length) return 'line_twice'
  if (new Set(quotes.map(({ currency }) => currency)).size > 1) return 'currencies_differ'

  if (quotes.reduce((sum, { totalMinor }) => sum + totalMinor, 0) > MAX_TOTAL_MINOR) return 'too_many_cards'

  return quotes.reduce((sum, { count }) => sum + count, 0) > CART_LIMITS.esims ? 'too_many_cards' : null
}
