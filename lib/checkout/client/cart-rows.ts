import { choiceMark } from '#lib/checkout/client/cart-choice.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import type { CartItem, CartSubject } from '#lib/checkout/rules/quote.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** What the server said last of each choice, and for how many of it. */
export type KnownRows = ReadonlyMap<string, { count: number; item: CartItem }>

/** A row of the cart: what it is, known for any number of it, and what so many cost, `null` until that is answered. */
export type CartRow = { subject: QuoteView | CartSubject | null; item: CartItem | null }

/** Returns what an answer says of these items, for their rows: of so many of a choice, and of the choice. */
export function knownRows(inputs: readonly CartInput[], items: readonly CartItem[]): KnownRows {
  return new Map(
    inputs.flatMap((input, index) => {
      const item = items[index]

      return item ? [keyOf(input), choiceMark(input)].map((key) => [key, { count: input.count, item }] as const) : []
    }),
  )
}

export function rowOf(input: CartInput, known: KnownRows): CartRow {
  const row = known.get(keyOf(input)) ?? known.get(choiceMark(input))
  if (!row) return { subject: null, item: null }

  return { subject: row.item.quote ?? row.item.about, item: row.count === input.count ? row.item : null }
}

function keyOf(input: CartInput): string {
  return `${input.count} ${choiceMark(input)}`
}
