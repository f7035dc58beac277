import { isSameChoice } from '#lib/checkout/client/cart-choice.ts'
import { type CartInput, readCart, writeCart } from '#lib/checkout/client/cart-store.ts'
import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'
import { storedText } from '#lib/core/client/stored-text.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** Which offer each item of the cart had last: ids only. Every tab of this browser then meets the same offers. */
const last = storedText('cart-offers', 'localStorage')
// Stands in no id.
const BETWEEN = ' '
const FORMER = 4

/** Returns the offer that a line had last, `null` when it had none. */
export function offerOf(input: CartInput): string | null {
  return offersOf(input).at(-1) ?? null
}

// More than one where the checkout has made two lines the same choice, and where an offer came in the place of another.
function offersOf(input: CartInput): string[] {
  return read()[markOf(input)]?.split(BETWEEN) ?? []
}

/**
 * Remembers the offers of these items, and no others. Of an item that stayed as it was also the last few before: one of them
 * may be on its way to be paid in another tab, and what was bought with it leaves the cart.
 */
export function keepOffers(offers: readonly { input: CartInput; quoteId: string }[]): void {
  const idsOf = ({ input, quoteId }: (typeof offers)[number]) => [
    ...offersOf(input)
      .filter((id) => id !== quoteId)
      .slice(-FORMER),
    quoteId,
  ]
  write(Object.fromEntries(offers.map((offer) => [markOf(offer.input), idsOf(offer).join(BETWEEN)])))
}

/**
 * Follows a line of the cart to the offer that the checkout has put in the place of another. One that has become the same
 * choice as another line is put together with it, since an order holds no offer twice; changed again, it is parted from it.
 */
export function moveOffer(former: QuoteView, next: QuoteView): void {
  if (former.id === next.id) return
  const items = readCart()
  const line = items.find((item) => offersOf(item).includes(former.id))
  if (!line) return
  const at = items.indexOf(line)
  const moved = inputOf(next)
  const rest = {
    input: { ...line, count: line.count - former.count },
    ids: offersOf(line).filter((id) => id !== former.id),
  }
  const others = items.flatMap((input) =>
    input !== line ? { input, ids: offersOf(input) } : rest.ids.length > 0 && rest.input.count > 0 ? rest : [],
  )
  const twin = others.find(({ input }) => isSameChoice(input, moved))
  const isOne = twin !== undefined && twin.input.count + moved.count <= CART_LIMITS.esimsPerItem
  const lines = isOne
    ? others.map((one) =>
        one === twin
          ? { input: { ...moved, count: twin.input.count + moved.count }, ids: [...twin.ids, next.id] }
          : one,
      )
    : [...others.slice(0, at), { input: moved, ids: [next.id] }, ...others.slice(at)]
  write(
    Object.fromEntries(lines.flatMap(({ input, ids }) => (ids.length > 0 ? [[markOf(input), ids.join(BETWEEN)]] : []))),
  )
  const after = lines.map(({ input }) => input)
  if (after.map(markOf).join(' ') !== items.map(markOf).join(' ')) writeCart(after)
}

/** Takes what was ordered out of the cart. What was put in since, or changed, stays. Tells whether there was anything. */
export function dropOrdered(quoteIds: readonly string[]): boolean {
  const items = readCart()
  const left = items.filter((item) => !offersOf(item).some((id) => quoteIds.includes(id)))
  if (left.length === items.length) return false
  const offers = Object.entries(read()).filter(([, ids]) => !ids.split(BETWEEN).some((id) => quoteIds.includes(id)))
  writeCart(left)
  write(Object.fromEntries(offers))

  return true
}

/** Returns what tells one request from another. */
export function markOf({ planId, count, days, startDate }: CartInput): string {
  return [planId, count, days ?? '', startDate ?? ''].join('/')
}

function inputOf({ planId, count, days, startDate, term }: QuoteView): CartInput {
  return { planId, count, ...(term.kind === 'day_pass' ? { days } : {}), ...(startDate === null ? {} : { startDate }) }
}

function read(): Record<string, string> {
  try {
    const offers: unknown = JSON.parse(last.read() || '{}')

    return typeof offers === 'object' && offers !== null ? (offers as Record<string, string>) : {}
  } catch {
    return {}
  }
}

function write(offers: Record<string, string>): void {
  last.set(JSON.stringify(offers))
}
