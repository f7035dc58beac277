import { z } from 'zod'
import { defineCall } from '#lib/core/rules/contract.ts'
import { REVIEW_ACTIONS } from '#lib/fulfilment/rules/review-actions.ts'

const reason = z.string().trim().min(3).max(500)

export const decideReviewCall = defineCall('POST /api/admin/orders/[id]/items/[itemId]/decision', {
  summary: 'A person decides about an item that waits for one.',
  caller: 'staff',
  permission: 'held.look',
  body: z.strictObject({
    act: z.enum(REVIEW_ACTIONS),
    epoch: z.int().min(0),
    reason,
    orderNum: z.string().min(1).max(64).exactOptional(),
    typed: z.string().max(64).exactOptional(),
  }),
  reply: z.object({ outcome: z.enum(['waiting', 'moved', 'found', 'nothing', 'no_answer']) }),
})

export const cancelItemCall = defineCall('POST /api/admin/orders/[id]/items/[itemId]/take-back', {
  summary: 'The buyer wants an item cancelled that is not delivered yet.',
  caller: 'staff',
  permission: 'returns.ask',
  body: z.strictObject({ reason }),
})

const id = z.string().min(1).max(64)

export const readFullRecordCall = defineCall('POST /api/admin/orders/[id]/record', {
  summary: 'The full record of an order at our eSIM provider, which ends the right to cancel it.',
  caller: 'staff',
  permission: 'record.read',
  body: z.strictObject({ orderNum: id, typed: z.string().max(64), reason }),
  reply: z.object({
    answered: z.boolean(),
    status: z.int().nullable(),
    count: z.int().nullable(),
    total: z.string().nullable(),
    esims: z.int(),
    newCodes: z.int(),
  }),
})

export const withdrawAnswerCall = defineCall('POST /api/admin/orders/answers/[answerId]', {
  summary: 'A filed answer is withdrawn.',
  caller: 'staff',
  permission: 'answers.file',
  body: z.strictObject({ reason }),
})

export const fileAnswerCall = defineCall('POST /api/admin/orders/answers', {
  summary: 'An answer that stands in no list is filed as a refusal.',
  caller: 'staff',
  permission: 'answers.file',
  body: z.strictObject({
    endpoint: z.literal('placeOrder'),
    code: z.int(),
    messageHash: z.string().regex(/^[0-9a-f]{32}$/),
    reason,
  }),
})

export const resumeSalesCall = defineCall('POST /api/admin/orders/sales', {
  summary: 'Sales that the store has paused by itself are resumed.',
  caller: 'staff',
  permission: 'till.open',
  body: z.strictObject({ reason }),
})
