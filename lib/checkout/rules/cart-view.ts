import type { CartProblem } from '#lib/checkout/rules/cart-limits.ts'
import type { Money } from '#lib/core/rules/money.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** A line of a cart: an offer, or why there is none. `about` names what was wanted; null for what nobody knows. */
export type CartItem =
  | { quote: QuoteView; refusal: null; about: null }
  | { quote: null; refusal: { code: string; reason: string | null }; about: CartSubject | null }
export type CartSubject = Pick<QuoteView, 'destination' | 'amount' | 'term'>

/** What a cart costs now, line by line as asked for, with a sum per currency of all that is offered. */
export type CartView = {
  items: CartItem[]
  totals: Money[]
  /** Where it can be ordered; null while a line has no offer, or they are too many for one order. */
  checkoutId: string | null
  problem: CartProblem | null
}
