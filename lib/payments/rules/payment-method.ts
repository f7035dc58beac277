/** The ways to pay as buyers and pages name them. `test` moves no money. */
export type PaymentMethod = 'stripe' | 'bank_transfer' | 'test'

/** The ways to pay that are offered, the usual one first, and how many days an order waits for a transfer. */
export type PaymentOffer = { methods: PaymentMethod[]; transferDays: number }
