'use client'

import { useEffect } from 'react'
import { dropOrdered } from '#lib/checkout/client/cart-offers.ts'
import { forgetDraft } from '#lib/checkout/client/checkout-draft.ts'
import { checkoutIdOf } from '#lib/checkout/rules/checkout-id.ts'
import { keepCodes } from '#lib/pricing/client/vouchers.ts'

/**
 * Forgets what was typed at checkout and put into the cart, once the order that was made of it stands. Shows nothing.
 */
export function ForgetDraft({ quoteIds }: { quoteIds: string[] }) {
  useEffect(() => {
    forgetDraft(checkoutIdOf(quoteIds))
    dropOrdered(quoteIds)
    keepCodes([])
  }, [quoteIds])

  return null
}
