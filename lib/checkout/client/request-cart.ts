import { offerOf } from '#lib/checkout/client/cart-offers.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import type { CartItem, CartView } from '#lib/checkout/rules/quote.ts'
import type { quoteCartCall } from '#lib/checkout/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { ReplyOf, RequestOf } from '#lib/core/rules/contract.ts'
import { chosenCurrency } from '#lib/pricing/client/currency-choice.ts'
import { giveUpCurrency } from '#lib/pricing/client/stopped-currency.ts'

type Sent = ReplyOf<typeof quoteCartCall>['cart']['items'][number]

/**
 * Asks what these items cost now in the currency chosen; offers they had before in it are kept while they are good. One that
 * has stopped is given up, and the store's own asked for at once. Throws `RequestFailure`.
 */
export async function requestCart(
  inputs: readonly CartInput[],
  {
    locale,
    signal,
    currency = chosenCurrency(),
  }: { locale: string; signal: AbortSignal; currency?: string | undefined },
): Promise<CartView> {
  const items = inputs.map((input) => {
    const quoteId = offerOf(input)

    return { ...input, ...(quoteId === null ? {} : { quoteId }) }
  })
  const { cart } = await call<typeof quoteCartCall>('POST /api/carts', {
    body: { items, locale, ...(currency ? { currency } : {}) } as RequestOf<typeof quoteCartCall>['body'],
    signal,
  })
  if (currency && cart.items.some(({ refusal }) => refusal?.reason === 'currency')) {
    giveUpCurrency(currency)

    // Named, because a browser that keeps nothing goes on choosing what has stopped.
    return requestCart(inputs, { locale, signal, currency: '' })
  }

  return { ...(cart as unknown as CartView), items: cart.items.map(toItem) }
}

function toItem(item: Sent): CartItem {
  return item.quote
    ? { quote: { ...item.quote, expiresAt: new Date(item.quote.expiresAt) }, refusal: null, about: null }
    : (item as CartItem)
}
