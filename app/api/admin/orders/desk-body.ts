import { z } from 'zod'
import { DESK_PAYMENTS } from '#lib/checkout/rules/desk-order.ts'
import { calendarDateSchema } from '#lib/core/rules/calendar-date.ts'

/** What is ordered for customers, and for whom: rows of "name, mail". */
export const deskFields = {
  planId: z.string().min(1).max(64),
  count: z.int().min(1).max(20),
  days: z.int().min(1).max(365).exactOptional(),
  startDate: calendarDateSchema.exactOptional(),
  locale: z.enum(['en', 'de', 'ar']),
  buyers: z.string().max(20_000),
  pay: z.enum(DESK_PAYMENTS),
  again: z.boolean().exactOptional(),
  consents: z.strictObject({ terms: z.boolean(), withdrawalInfo: z.boolean(), deviceChecked: z.boolean() }),
}
