import { z } from 'zod'
import { DESK_PAYMENTS } from '#lib/checkout/rules/desk-order.ts'

/** A further plan for one card of a customer, and how it is paid. */
export const topUpFields = {
  planId: z.string().min(1).max(64),
  days: z.int().min(1).max(365).exactOptional(),
  pay: z.enum(DESK_PAYMENTS),
  consents: z.strictObject({ terms: z.boolean(), withdrawalInfo: z.boolean(), deviceChecked: z.boolean() }),
}
