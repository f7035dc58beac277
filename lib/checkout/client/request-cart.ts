import { choiceMark } from '#lib/checkout/client/cart-choice.ts'
import { offerOf } from '#lib/checkout/client/cart-offers.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import type { CartItem, CartSubject, CartView } from '#lib/checkout/rules/quote.ts'
import type { quoteCartCall } from '#lib/checkout/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { ReplyOf, RequestOf } from '#lib/core/rules/contract.ts'
import { chosenCurrency } from '#lib/pricing/client/currency-choice.ts'
import { giveUpCurrency } from '#lib/pricing/client/stopped-currency.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

type Sent = ReplyOf<typeof quoteCartCall>['cart']['items'][number]

/**
 * Asks what these items cost now in the currency chosen; offers they had before in it are kept while they are good. One that
 * has stopped is given up, and the store's own asked for at once. Throws `RequestFailure`.
 */
export async function requestCart(
  inputs: readonly CartInput[],
  {
    locale,
    signal,
    currency = chosenCurrency(),
  }: { locale: string; signal: AbortSignal; currency?: string | undefined },
): Promise<CartView> {
  const items = inputs.map((input) => {
    const quoteId = offerOf(input)

    return { ...input, ...(quoteId === null ? {} : { quoteId }) }
  })
  const { cart } = await call<typeof quoteCartCall>('POST /api/carts', {
    body: { items, locale, ...(currency ? { currency } : {}) } as RequestOf<typeof quoteCartCall>['body'],
    signal,
  })
  if (currency && cart.items.some(({ refusal }) => refusal?.reason === 'currency')) {
    giveUpCurrency(currency)

    // Named, because a browser that keeps nothing goes on choosing what has stopped.
    return requestCart(inputs, { locale, signal, currency: '' })
  }

  return { ...(cart as unknown as CartView), items: cart.items.map(toItem) }
}

function toItem(item: Sent): CartItem {
  return item.quote
    ? { quote: { ...item.quote, expiresAt: new Date(item.quote.expiresAt) }, refusal: null, about: null }
    : (item as CartItem)
}

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
