'use client'

import { useEffect } from 'react'
import { dropOrdered } from '#lib/client/cart-offers.ts'
import { forgetDraft } from '#lib/client/checkout-draft.ts'
import { keepCodes } from '#lib/client/vouchers.ts'
import { checkoutIdOf } from '#lib/domain/checkout-id.ts'

/** Forgets what was typed at the till and put into the cart, once the order that was made of it stands. Shows nothing. */
export function ForgetDraft({ quoteIds }: { quoteIds: string[] }) {
  useEffect(() => {
    forgetDraft(checkoutIdOf(quoteIds))
    dropOrdered(quoteIds)
    keepCodes([])
  }, [quoteIds])

  return null
}
