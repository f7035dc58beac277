import { offerOf } from '#lib/checkout/client/cart-offers.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import type { CartItem, CartView } from '#lib/checkout/rules/quote.ts'
import type { quoteCartCall } from '#lib/checkout/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { ReplyOf, RequestOf } from '#lib/core/rules/contract.ts'

type Sent = ReplyOf<typeof quoteCartCall>['cart']['items'][number]

/** Asks what these items cost now; offers they had before are kept while they are good. Throws `RequestFailure`. */
export async function requestCart(
  inputs: readonly CartInput[],
  { locale, signal }: { locale: string; signal: AbortSignal },
): Promise<CartView> {
  const items = inputs.map((input) => {
    const quoteId = offerOf(input)

    return { ...input, ...(quoteId === null ? {} : { quoteId }) }
  })
  const { cart } = await call<typeof quoteCartCall>('POST /api/carts', {
    body: { items, locale } as RequestOf<typeof quoteCartCall>['body'],
    signal,
  })

  return { ...(cart as unknown as CartView), items: cart.items.map(toItem) }
}

function toItem(item: Sent): CartItem {
  return item.quote
    ? { quote: { ...item.quote, expiresAt: new Date(item.quote.expiresAt) }, refusal: null, about: null }
    : (item as CartItem)
}
