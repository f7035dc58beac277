/** The ways to pay as buyers and pages name them, in the order in which they are offered. `test` moves no money. */
export const PAYMENT_METHODS = ['stripe', 'bank_transfer', 'test'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The ways to pay that are offered, the usual one first, and how many days an order waits for a transfer. */
export type PaymentOffer = { methods: PaymentMethod[]; transferDays: number }
