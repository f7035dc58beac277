'use client'

import { useEffect } from 'react'
import { dropOrdered } from '#lib/checkout/client/cart-offers.ts'
import { forgetDraft } from '#lib/checkout/client/checkout-draft.ts'
import { checkoutIdOf } from '#lib/checkout/rules/checkout-id.ts'
import { forgetOrderKey } from '#lib/orders/client/order-key.ts'
import { keepCodes } from '#lib/pricing/client/vouchers.ts'

/**
 * Forgets what was typed at checkout and put into the cart, once the order that was made of it was bought, and the codes that
 * were set aside for it. Of an earlier order nothing is left, and the codes are for the next one. Shows nothing.
 */
export function ForgetDraft({ quoteIds }: { quoteIds: string[] }) {
  useEffect(() => {
    const checkoutId = checkoutIdOf(quoteIds)
    const hadDraft = forgetDraft(checkoutId)
    forgetOrderKey(checkoutId)
    if (dropOrdered(quoteIds) || hadDraft) keepCodes([])
  }, [quoteIds])

  return null
}
