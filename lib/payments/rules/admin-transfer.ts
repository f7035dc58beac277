import type { Money } from '#lib/core/rules/money.ts'

/** A bank transfer as staff see it. `on` is the day of the bank statement. */
export type AdminTransfer = {
  paymentId: string
  reference: string
  asked: Money
  until: Date | null
  /** The order no longer waits for it; money may come all the same. */
  hasEnded: boolean
  received: { amount: Money; on: string | null } | null
  /** What a person has to send back. */
  payouts: Money[]
}
