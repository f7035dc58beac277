'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { requestSettlement } from '#lib/orders/client/orders.ts'

/**
 * Has an open payment of this offer read when the buyer comes back to the checkout, and the page written anew. `true` while that
 * is under way: until then nobody can say what became of the payment.
 */
export function useEarlierPayment(earlier: { orderId: string; hasEnded: boolean } | null): boolean {
  const router = useRouter()
  const orderId = earlier === null || earlier.hasEnded ? null : earlier.orderId
  const [isAsking, setIsAsking] = useState(orderId !== null)
  const [isReading, startReading] = useTransition()

  useEffect(() => {
    if (orderId === null) return
    requestSettlement(orderId)
      .then(() => startReading(() => router.refresh()))
      // Nothing is lost: the event of the provider leads to the same place.
      .catch(() => {})
      .finally(() => setIsAsking(false))
  }, [orderId, router])

  return isAsking || isReading
}
