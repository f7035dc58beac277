/**
 * Where the money of an order is: `transferred` has arrived by bank transfer, `released` was a hold that nobody took.
 */
export type PaymentStatus = 'none' | 'held' | 'released' | 'taken' | 'transferred' | 'returned'

type Paid = { state: string; provider: string; capturedMinor: number; refundedMinor: number }

const AUTHORISED = new Set(['AUTHORISED', 'CAPTURING', 'VOIDING'])

/** Returns where the money of an order is, by its payments. */
export function paymentStatusOf(payments: readonly Paid[]): PaymentStatus {
  const taken = payments.filter(({ capturedMinor }) => capturedMinor > 0)
  if (taken.length > 0) {
    if (taken.every(({ capturedMinor, refundedMinor }) => refundedMinor >= capturedMinor)) return 'returned'

    return taken.some(isTransfer) ? 'transferred' : 'taken'
  }
  if (payments.some(({ state }) => AUTHORISED.has(state))) return 'held'

  return payments.some(({ state }) => state === 'VOIDED') ? 'released' : 'none'
}

/** How the money of an order came, for its history: a hold that was taken later came as one. */
export function wayOfMoney(
  payments: readonly (Paid & { captureUsedAt: Date | null })[],
): 'held' | 'taken' | 'transferred' {
  if (payments.some(({ state, captureUsedAt }) => AUTHORISED.has(state) || state === 'VOIDED' || captureUsedAt))
    return 'held'

  return payments.some(isTransfer) ? 'transferred' : 'taken'
}

function isTransfer({ provider, capturedMinor }: Paid): boolean {
  return provider === 'bank_transfer' && capturedMinor > 0
}
