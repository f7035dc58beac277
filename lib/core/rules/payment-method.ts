/** The ways to pay as buyers and pages name them, in the order in which they are offered. `test` moves no money. */
export const PAYMENT_METHODS = ['stripe', 'bank_transfer', 'test'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The ways to pay that are offered, the usual one first, and how many days an order waits for a transfer. */
export type PaymentOffer = { methods: PaymentMethod[]; transferDays: number }

/** Why the money of a payment goes back although it was taken: it pays for nothing. */
export const RETURNED_REASONS = ['second', 'late', 'given_back'] as const

/** Why a payment does not stand for its order: its money goes back, was refused, or differs from what was asked for. */
export const UNFIT_REASONS = [...RETURNED_REASONS, 'declined', 'mismatch'] as const

/** Why money went back that a bank took in a dispute. */
export const DISPUTE_LOST = 'dispute_lost'

/** How the key of a refund begins that went back on a way that the payment's provider knows nothing of. */
export const ELSEWHERE = 'elsewhere:'

/** Tells whether a refund went back on a way that the payment's provider knows nothing of. */
export function isElsewhere({ key }: { key: string }): boolean {
  return key.startsWith(ELSEWHERE)
}

/** Whether a payment with this reason pays for nothing, and goes back. */
export function isReturned(reason: string | null): boolean {
  return RETURNED_REASONS.some((one) => one === reason)
}
