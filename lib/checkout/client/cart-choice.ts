import type { CartInput } from '#lib/checkout/client/cart-store.ts'

/** Returns what tells one choice from another, however many of it there are. */
export function choiceMark({ planId, days, startDate }: CartInput): string {
  return [planId, days ?? '', startDate ?? ''].join('/')
}

/** Tells whether two lines are the same choice: a cart has one line of each. */
export function isSameChoice(a: CartInput, b: CartInput): boolean {
  return choiceMark(a) === choiceMark(b)
}
