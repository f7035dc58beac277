'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { requestSettlement } from '#lib/client/orders.ts'

/** Has an open payment of this offer read when the buyer comes back to the till, and the page written anew. */
export function useEarlierPayment(earlier: { orderId: string; hasEnded: boolean } | null): void {
  const router = useRouter()
  const orderId = earlier === null || earlier.hasEnded ? null : earlier.orderId

  useEffect(() => {
    if (orderId === null) return
    requestSettlement(orderId)
      .then(() => router.refresh())
      // Nothing is lost: the event of the provider leads to the same place.
      .catch(() => {})
  }, [orderId, router])
}
