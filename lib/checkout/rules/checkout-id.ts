import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'

const QUOTE_ID = /^quo_[0-9A-Z]{26}$/
// Stands in no quote id, and needs no escape in an address.
const BETWEEN = '-'

/** Returns the id of the checkout of these quotes. It is made of theirs, in their order: nothing else is stored for it. */
export function checkoutIdOf(quoteIds: readonly string[]): string {
  return quoteIds.join(BETWEEN)
}

/** Returns the ids of the quotes of a checkout, in their order; `null` when this is no id of one. */
export function quoteIdsOf(checkoutId: string): string[] | null {
  const ids = checkoutId.split(BETWEEN)
  const isGood = ids.length <= CART_LIMITS.items && ids.every((id) => QUOTE_ID.test(id))

  return isGood && new Set(ids).size === ids.length ? ids : null
}
