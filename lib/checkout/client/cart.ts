import { type CartInput, readCart, writeCart } from '#lib/checkout/client/cart-store.ts'
import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'

/** Why something does not fit into the cart any more. */
export type CartFull = keyof typeof FULL
const FULL = { lines: CART_LIMITS.items, cards: CART_LIMITS.esims, line: CART_LIMITS.esimsPerItem }

/** Returns the limit that a full cart has reached. */
export function limitOf(full: CartFull): number {
  return FULL[full]
}

/** Puts a choice into the cart; the same choice again makes its item larger. Returns why not, where it does not fit. */
export function addToCart(input: CartInput): CartFull | null {
  const items = readCart()
  const at = items.findIndex((item) => isSameChoice(item, input))
  const before = items[at]?.count ?? 0
  const others = items.reduce((sum, { count }) => sum + count, 0) - before
  if (at < 0 && items.length >= CART_LIMITS.items) return 'lines'
  if (before + input.count > CART_LIMITS.esimsPerItem) return 'line'
  if (others + before + input.count > CART_LIMITS.esims) return 'cards'
  writeCart(
    at < 0
      ? [...items, input]
      : items.map((item, index) => (index === at ? { ...input, count: before + input.count } : item)),
  )

  return null
}

/** Changes how many there are of one item. */
export function setCartCount(index: number, count: number): void {
  writeCart(readCart().map((item, at) => (at === index ? { ...item, count } : item)))
}

/** Takes a line out of the cart. */
export function removeFromCart(index: number): void {
  writeCart(readCart().filter((_, at) => at !== index))
}

function isSameChoice(a: CartInput, b: CartInput): boolean {
  return a.planId === b.planId && a.days === b.days && a.startDate === b.startDate
}
