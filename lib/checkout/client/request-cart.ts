import { offerOf } from '#lib/checkout/client/cart-offers.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import type { CartLine, CartView } from '#lib/checkout/rules/cart-view.ts'
import type { quoteCartCall } from '#lib/checkout/schema.ts'
import { call } from '#lib/core/client/ask.ts'
import type { ReplyOf, RequestOf } from '#lib/core/rules/contract.ts'

type Sent = ReplyOf<typeof quoteCartCall>['cart']['lines'][number]

/** Asks what these lines cost now; offers they had before are kept while they are good. Throws `RequestFailure`. */
export async function requestCart(
  inputs: readonly CartInput[],
  { locale, signal }: { locale: string; signal: AbortSignal },
): Promise<CartView> {
  const lines = inputs.map((input) => {
    const quoteId = offerOf(input)

    return { ...input, ...(quoteId === null ? {} : { quoteId }) }
  })
  const { cart } = await call<typeof quoteCartCall>('POST /api/carts', {
    body: { lines, locale } as RequestOf<typeof quoteCartCall>['body'],
    signal,
  })

  return { ...(cart as unknown as CartView), lines: cart.lines.map(toLine) }
}

function toLine(line: Sent): CartLine {
  return line.quote
    ? { quote: { ...line.quote, expiresAt: new Date(line.quote.expiresAt) }, refusal: null, about: null }
    : (line as CartLine)
}
