import { z } from 'zod'
import { defineCall } from '#lib/core/rules/contract.ts'

const reason = z.string().trim().min(3).max(500)

export const giveGoodwillCall = defineCall('POST /api/admin/orders/[id]/items/[itemId]/goodwill', {
  summary: 'Money for a buyer who keeps the eSIMs, once per key.',
  caller: 'staff',
  permission: 'refunds.goodwill',
  once: true,
  body: z.strictObject({ amountMinor: z.int().min(1).max(2_000_000_000), reason }),
  reply: z.object({ outcome: z.enum(['waiting', 'moved']) }),
})

export const markPayoutDoneCall = defineCall('POST /api/admin/orders/[id]/payouts/[payoutId]', {
  summary: 'A payout by bank has been made.',
  caller: 'staff',
  permission: 'payments.receive',
  body: z.strictObject({ reason }),
})

export const resolveRefundCall = defineCall('POST /api/admin/orders/[id]/refunds/[refundId]', {
  summary: 'A refused refund is tried again, or was paid another way.',
  caller: 'staff',
  permission: 'refunds.settle',
  body: z.strictObject({ act: z.enum(['try_again', 'paid_elsewhere']), reason }),
})

export const acceptRefundOfferCall = defineCall('POST /api/orders/[id]/refund-offer', {
  summary: 'Stops the wait for an item whose outcome is unknown; its money is refunded.',
  caller: 'any',
  holds: 'order',
  limit: 'orders',
  body: z.strictObject({ itemId: z.string().min(1).max(64) }),
})
