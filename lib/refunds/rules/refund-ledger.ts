import { z } from 'zod'
import { type Decimal, decimal, toScaledInteger } from '#lib/core/rules/decimal.ts'
import { calendarDateSchema } from '#lib/core/rules/field-schemas.ts'
import { FINANCE_BOOKS } from '#lib/finance/rules/admin-finance.ts'

/** Where money on its way back stands. */
export const REFUND_STATES = ['INTENDED', 'SENT', 'DONE', 'REFUSED'] as const

/** What the supplier owes for the network's order: nothing, something nobody has confirmed, or all confirmed. */
export const CREDIT_STATES = ['none', 'expected', 'confirmed'] as const
export type CreditState = (typeof CREDIT_STATES)[number]

/** What the address of the refund ledger says. Whatever cannot be read is left out, never an error. Days are in UTC. */
export const refundFilterSchema = z.object({
  book: z.enum(FINANCE_BOOKS).nullable().catch(null),
  state: z.enum(REFUND_STATES).nullable().catch(null),
  credit: z.enum(CREDIT_STATES).nullable().catch(null),
  from: calendarDateSchema.nullable().catch(null),
  to: calendarDateSchema.nullable().catch(null),
  q: z.string().trim().max(254).catch(''),
  after: z
    .string()
    .regex(/^rf[di]_\w{1,40}$/)
    .nullable()
    .catch(null),
})
export type RefundFilter = z.output<typeof refundFilterSchema>

/**
 * The share of one eSIM, or of an item without eSIMs, in a refund, or a refund that is of none: money of the customer on one
 * side, the supplier's credit for the network's order on the other. Of what was captured no more than `refundedMinor` has
 * gone back in all.
 */
export type RefundEntry = {
  id: string
  refundId: string
  orderId: string
  orderNumber: string
  at: Date
  doneAt: Date | null
  kind: string
  state: string
  reason: string
  amountMinor: number
  currency: string
  method: string
  /** What the provider calls this refund. */
  providerRefundId: string | null
  capturedMinor: number
  refundedMinor: number
  /** The eSIM's number, masked by role; `null` for an item without eSIMs. */
  iccid: string | null
  esimId: string | null
  orderNum: string | null
  credit: CreditState
  creditAmount: string
  creditConfirmed: string
  creditCurrency: string | null
}

const PLACES = 6

/**
 * Returns what the supplier owes for `returned` eSIMs of an order after `before` of its `count` had gone back.
 *
 * Cut to six places, and cumulative: the credits of all its eSIMs add up to the cost of the order exactly.
 */
export function expectedCredit(
  cost: Decimal,
  { count, before, returned }: { count: number; before: number; returned: number },
): Decimal {
  const millionths = toScaledInteger(cost, PLACES, 'half-up')
  const upTo = (esims: number) => (millionths * BigInt(Math.min(esims, count))) / BigInt(Math.max(1, count))
  const part = upTo(before + returned) - upTo(before)
  const digits = part.toString().padStart(PLACES + 1, '0')

  return decimal(`${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`)
}
