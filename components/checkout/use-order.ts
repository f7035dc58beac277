'use client'

import { useLocale } from 'next-intl'
import { useRef, useState } from 'react'
import { type RefusedFields, refusedFields } from '#components/checkout/checkout-problems.ts'
import type { Offers } from '#components/checkout/use-offers.ts'
import type { Vouchers } from '#components/checkout/voucher/voucher-box.tsx'
import { toFailure } from '#lib/core/client/request.ts'
import { useReturn } from '#lib/core/client/use-return.ts'
import { countedOrigin } from '#lib/finance/client/visits.ts'
import { orderKey } from '#lib/orders/client/order-key.ts'
import { type OrderBody, requestOrder } from '#lib/orders/client/orders.ts'

type OrderOptions = {
  offers: Offers
  vouchers: Vouchers
  /** Takes what the buyer has to mend. */
  onRefused: (fields: RefusedFields) => void
}

/** Orders once and goes to the payment page. A second press while the first is under way does nothing. */
export function useOrder({ offers, vouchers, onRefused }: OrderOptions) {
  const language = useLocale()
  const [isOrdering, setIsOrdering] = useState(false)
  const isBusy = useRef(false)

  const release = () => {
    isBusy.current = false
    setIsOrdering(false)
  }

  useReturn(release)

  const order = async (details: Omit<OrderBody, 'items'>, names: string[][]) => {
    if (isBusy.current) return
    isBusy.current = true
    setIsOrdering(true)
    const { checkoutId } = offers
    const items = offers.items.map(({ quote }, index) => ({
      quoteId: quote.id,
      ...named(names[index] ?? [], quote.count),
    }))
    const input = { items, ...details }
    try {
      const { payUrl } = await requestOrder(input, {
        onceKey: orderKey(checkoutId, input),
        language,
        origin: countedOrigin(),
      })
      window.location.assign(payUrl)
    } catch (thrown) {
      const failure = toFailure(thrown)
      const fields = refusedFields(failure)
      // A new offer shows both prices; the buyer accepts before anything is ordered.
      if (failure.code === 'price_changed') await offers.renew()
      else if (failure.code === 'voucher_refused') vouchers.refuse(failure)
      else if (fields) onRefused(fields)
      else offers.halt(failure)
      release()
    }
  }

  return { isOrdering, order }
}

function named(names: string[], count: number): { travellers?: string[] } {
  const travellers = Array.from({ length: count }, (_, index) => (names[index] ?? '').trim())

  return travellers.some((name) => name !== '') ? { travellers } : {}
}
