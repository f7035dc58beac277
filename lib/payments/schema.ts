import { z } from 'zod'
import { defineCall } from '#lib/core/rules/contract.ts'

export const markTransferReceivedCall = defineCall('POST /api/admin/payments/[id]/received', {
  summary: 'A bank transfer is here, with the sum and the day of the bank statement.',
  caller: 'staff',
  permission: 'payments.receive',
  body: z.strictObject({
    amountMinor: z.int().min(1).max(2_000_000_000),
    currency: z.string().regex(/^[A-Z]{3}$/),
    receivedOn: z.iso.date().exactOptional(),
    bankReference: z.string().trim().min(1).max(64).exactOptional(),
  }),
  reply: z.object({ fits: z.boolean() }),
})

export const readPaymentNowCall = defineCall('POST /api/orders/[id]/settle', {
  summary: 'Asks for the payment to be read now, instead of when its event arrives.',
  caller: 'any',
  holds: 'order',
  limit: 'settle',
})

export const readPaymentFormCall = defineCall('GET /api/orders/[id]/payment-form', {
  summary: "What the browser opens the payment provider's form of an unpaid order with.",
  caller: 'any',
  holds: 'order',
  limit: 'settle',
  reply: z.object({ clientSecret: z.string() }),
})
