import { offerOf } from '#lib/checkout/client/cart-offers.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import type { CartLine, CartView } from '#lib/checkout/rules/cart-view.ts'
import { ask } from '#lib/core/client/ask.ts'

type CartAnswer = { cart: Omit<CartView, 'lines'> & { lines: Sent[] } }
type Sent = Omit<CartLine, 'quote'> & { quote: (CartLine['quote'] & { expiresAt: string }) | null }

/** Asks what these lines cost now; offers they had before are kept while they are good. Throws `RequestFailure`. */
export async function requestCart(
  inputs: readonly CartInput[],
  { locale, signal }: { locale: string; signal: AbortSignal },
): Promise<CartView> {
  const lines = inputs.map((input) => {
    const quoteId = offerOf(input)

    return { ...input, ...(quoteId === null ? {} : { quoteId }) }
  })
  const { cart } = await ask<CartAnswer>('/api/carts', { method: 'POST', body: { lines, locale }, signal })

  return { ...cart, lines: cart.lines.map(toLine) }
}

function toLine(line: Sent): CartLine {
  return line.quote
    ? { quote: { ...line.quote, expiresAt: new Date(line.quote.expiresAt) }, refusal: null, about: null }
    : (line as CartLine)
}
