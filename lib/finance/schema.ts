import { z } from 'zod'
import { companyBody } from '#lib/checkout/schema.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { monthIdSchema } from '#lib/finance/rules/month-close.ts'
import { visitSchema } from '#lib/finance/rules/visits.ts'

export const confirmProviderCreditCall = defineCall('POST /api/admin/finance/credits/[id]', {
  summary: 'The provider has given an expected credit.',
  caller: 'staff',
  permission: 'finance.book',
  params: z.object({ id: z.string().regex(/^sup_\w{1,40}$/) }),
  body: z.strictObject({ reason: z.string().trim().min(3).max(500).optional() }),
})

const amount = z.string().max(40)

/** What makes a booking the same one when it is sent again. */
const bookingKey = z.string().regex(/^[0-9a-f-]{32,36}$/)

export const bookProviderTransferCall = defineCall('POST /api/admin/finance/ledger', {
  summary: 'Money paid to the provider or back, or the balance under which sales are paused.',
  caller: 'staff',
  permission: 'finance.book',
  body: z.discriminatedUnion('act', [
    z.strictObject({ act: z.literal('deposit'), id: bookingKey, amount }),
    z.strictObject({ act: z.literal('withdrawal'), id: bookingKey, amount }),
    z.strictObject({ act: z.literal('floor'), amount, seen: amount.nullable() }),
  ]),
})

export const closeMonthCall = defineCall('POST /api/admin/finance/months/[id]/close', {
  summary: 'A month is closed for good.',
  caller: 'staff',
  permission: 'finance.close',
  params: z.object({ id: monthIdSchema }),
})

export const issueInvoiceCall = defineCall('POST /api/orders/[id]/invoices', {
  summary: 'An invoice with the data of a company for what was charged.',
  caller: 'any',
  holds: 'order',
  limit: 'returns',
  body: companyBody,
  reply: z.object({ id: z.string() }),
})

export const countVisitCall = defineCall('POST /api/visits', {
  summary: 'Counts a step of a visit, without anything about who it is.',
  caller: 'any',
  body: visitSchema,
})
