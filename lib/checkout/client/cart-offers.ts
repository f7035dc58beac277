import { type CartWish, readCart, writeCart } from '#lib/checkout/client/cart-store.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** Which offer each line of the cart had last: ids only. Every tab of this browser then meets the same offers. */
const STORE = 'cart-offers'

/** Returns the offer that a line had last, `null` when it had none. */
export function offerOf(wish: CartWish): string | null {
  return read()[markOf(wish)] ?? null
}

/** Remembers the offers of these lines, and no others. */
export function keepOffers(offers: readonly { wish: CartWish; quoteId: string }[]): void {
  write(Object.fromEntries(offers.map(({ wish, quoteId }) => [markOf(wish), quoteId])))
}

/** Follows a line of the cart to the offer that the till has put in the place of another. */
export function moveOffer(formerId: string, next: QuoteView): void {
  const lines = readCart()
  const at = lines.findIndex((line) => offerOf(line) === formerId)
  const former = lines[at]
  if (!former) return
  const wish = wishOf(next)
  const { [markOf(former)]: _, ...others } = read()
  write({ ...others, [markOf(wish)]: next.id })
  if (markOf(wish) !== markOf(former)) writeCart(lines.map((line, index) => (index === at ? wish : line)))
}

/** Takes what was ordered out of the cart. What was put in since, or changed, stays. */
export function dropOrdered(quoteIds: readonly string[]): void {
  const lines = readCart()
  const left = lines.filter((line) => !quoteIds.includes(offerOf(line) ?? ''))
  if (left.length === lines.length) return
  writeCart(left)
  write(Object.fromEntries(Object.entries(read()).filter(([, id]) => !quoteIds.includes(id))))
}

/** Returns what tells one wish from another. */
export function markOf({ planId, count, days, startDate }: CartWish): string {
  return [planId, count, days ?? '', startDate ?? ''].join('/')
}

function wishOf({ planId, count, days, startDate, term }: QuoteView): CartWish {
  return { planId, count, ...(term.kind === 'day_pass' ? { days } : {}), ...(startDate === null ? {} : { startDate }) }
}

function read(): Record<string, string> {
  try {
    const offers: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}')

    return typeof offers === 'object' && offers !== null ? (offers as Record<string, string>) : {}
  } catch {
    return {}
  }
}

function write(offers: Record<string, string>): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(offers))
  } catch {
    // Full or forbidden: every visit of the cart then asks for new offers.
  }
}
