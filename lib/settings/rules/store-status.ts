/** How the store does, as anybody may know it: no number of orders, no cause beyond what a shopper can act on. */
export type StoreStatus = {
  /** `closed`: no payments are taken. `slow`: a paid order has been waiting for longer than is usual. */
  orders: 'normal' | 'slow' | 'closed'
  /** From proven money to the eSIM, over the last 24 hours, in milliseconds. `null` when nothing was delivered. */
  medianMs: number | null
  /** Since when the longest waiting order waits. `null` when none waits for unusually long. */
  waitingSince: Date | null
  /** When plans and prices were last read from the network. `null` before the first time. */
  catalogReadAt: Date | null
}

/** What the store can prove about itself, each over the last 30 days; `null` while too few say nothing. In milliseconds. */
export type StoreProof = { deliveryMs: number | null; answerMs: number | null }

const USUAL_WAIT_MS = 600_000

/** Judges what was measured. A till that is closed says more than a slow order. */
export function toStoreStatus(facts: {
  areSalesPaused: boolean
  longestWaitMs: number | null
  medianMs: number | null
  catalogReadAt: Date | null
  now: Date
}): StoreStatus {
  const { longestWaitMs, now, medianMs, catalogReadAt } = facts
  const isSlow = longestWaitMs !== null && longestWaitMs > USUAL_WAIT_MS

  return {
    orders: facts.areSalesPaused ? 'closed' : isSlow ? 'slow' : 'normal',
    medianMs,
    waitingSince: isSlow ? new Date(now.getTime() - longestWaitMs) : null,
    catalogReadAt,
  }
}
