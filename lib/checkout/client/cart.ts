import { isSameChoice } from '#lib/checkout/client/cart-choice.ts'
import { type CartInput, readCart, writeCart } from '#lib/checkout/client/cart-store.ts'
import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'

/** Why something does not fit into the cart any more. */
export type CartFull = keyof typeof FULL
const FULL = { lines: CART_LIMITS.items, cards: CART_LIMITS.esims, line: CART_LIMITS.esimsPerItem }

/** Returns the limit that a full cart has reached. */
export function limitOf(full: CartFull): number {
  return FULL[full]
}

/**
 * Puts choices into the cart, all of them or none; the same choice again makes its item larger. Returns why not, where
 * they do not fit.
 */
export function addToCart(inputs: readonly CartInput[]): CartFull | null {
  let items = readCart()
  for (const input of inputs) {
    const before = items.find((item) => isSameChoice(item, input))?.count ?? 0
    const all = items.reduce((sum, { count }) => sum + count, 0)
    if (before === 0 && items.length >= CART_LIMITS.items) return 'lines'
    if (before + input.count > CART_LIMITS.esimsPerItem) return 'line'
    if (all + input.count > CART_LIMITS.esims) return 'cards'
    items =
      before === 0
        ? [...items, input]
        : items.map((item) => (isSameChoice(item, input) ? { ...input, count: before + input.count } : item))
  }
  writeCart(items)

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
