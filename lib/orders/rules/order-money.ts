import { z } from 'zod'

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

export type TransferOrder = {
  payments: readonly (Pick<Paid, 'provider' | 'capturedMinor'> & { amountMinor: number; reason: string | null })[]
  items: readonly { state: string; reason: string | null; evidence: unknown }[]
}

const ONLY_ITS_SUM = z.object({ misfits: z.tuple([z.literal('amount')]) })

/** What has arrived of a bank transfer that waits for the rest of its sum, and the rest, in minor units; `null` for none. */
export function shortTransferOf({
  payments,
  items,
}: TransferOrder): { arrivedMinor: number; missingMinor: number } | null {
  const isWaiting = items.some(
    ({ state, reason, evidence }) =>
      state === 'HELD' && reason === 'payment_mismatch' && ONLY_ITS_SUM.safeParse(evidence).success,
  )
  const short = payments.find(
    ({ provider, reason, capturedMinor, amountMinor }) =>
      provider === 'bank_transfer' && reason === 'mismatch' && capturedMinor > 0 && capturedMinor < amountMinor,
  )

  return isWaiting && short
    ? { arrivedMinor: short.capturedMinor, missingMinor: short.amountMinor - short.capturedMinor }
    : null
}
