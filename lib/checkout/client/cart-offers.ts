import { type CartInput, readCart, writeCart } from '#lib/checkout/client/cart-store.ts'
import { storedText } from '#lib/core/client/stored-text.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** Which offer each item of the cart had last: ids only. Every tab of this browser then meets the same offers. */
const last = storedText('cart-offers', 'localStorage')

/** Returns the offer that a line had last, `null` when it had none. */
export function offerOf(input: CartInput): string | null {
  return read()[markOf(input)] ?? null
}

/** Remembers the offers of these items, and no others. */
export function keepOffers(offers: readonly { input: CartInput; quoteId: string }[]): void {
  write(Object.fromEntries(offers.map(({ input, quoteId }) => [markOf(input), quoteId])))
}

/** Follows a line of the cart to the offer that the checkout has put in the place of another. */
export function moveOffer(formerId: string, next: QuoteView): void {
  const items = readCart()
  const at = items.findIndex((item) => offerOf(item) === formerId)
  const former = items[at]
  if (!former) return
  const input = inputOf(next)
  const { [markOf(former)]: _, ...others } = read()
  write({ ...others, [markOf(input)]: next.id })
  if (markOf(input) !== markOf(former)) writeCart(items.map((item, index) => (index === at ? input : item)))
}

/** Takes what was ordered out of the cart. What was put in since, or changed, stays. Tells whether there was anything. */
export function dropOrdered(quoteIds: readonly string[]): boolean {
  const items = readCart()
  const left = items.filter((item) => !quoteIds.includes(offerOf(item) ?? ''))
  if (left.length === items.length) return false
  writeCart(left)
  write(Object.fromEntries(Object.entries(read()).filter(([, id]) => !quoteIds.includes(id))))

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
