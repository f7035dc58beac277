import { z } from 'zod'
import { REFUNDABILITY_ANSWERS } from '#lib/catalog/rules/admin-destination.ts'
import { defineCall } from '#lib/core/rules/contract.ts'

const id = z.string().min(1).max(64)
const reason = z.string().trim().min(3).max(500)
const state = z.enum(['WAITING', 'ASKED', 'SENT', 'OPEN', 'CONFIRMED', 'REFUSED', 'HELD'])

export const requestStaffCancellationCall = defineCall('POST /api/admin/cancellations', {
  summary: 'A member of staff asks for eSIMs of an order to be cancelled.',
  caller: 'staff',
  permission: 'returns.ask',
  once: true,
  body: z.strictObject({
    orderId: id,
    esimIds: z.array(id).min(1).max(100),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: z.object({ esimIds: z.array(z.string()) }),
})

export const closeCancellationCall = defineCall('POST /api/admin/orders/[id]/returns/[cancellationId]', {
  summary: 'A cancellation that nobody can prove is looked at again, or closed.',
  caller: 'staff',
  // To say that it was taken gives money back.
  permission: ['held.look', 'held.money'],
  body: z.strictObject({ act: z.enum(['look_again', 'taken', 'refused']), reason }),
  reply: z.object({ state }),
})

export const listCancellationOptionsCall = defineCall('GET /api/orders/[id]/return-options', {
  summary: 'For each delivered eSIM whether it can be cancelled, why, and for how much.',
  caller: 'any',
  holds: 'order',
  limit: 'returns',
  reply: z.object({
    esims: z.array(
      z.object({
        esimId: z.string(),
        answer: z.enum(['yes', 'no', 'ask']),
        until: z.date().nullable(),
        reasons: z.array(z.string()),
        facts: z.array(z.object({ name: z.string(), value: z.string().nullable(), ageMs: z.number().nullable() })),
      }),
    ),
  }),
})

export const requestCancellationCall = defineCall('POST /api/orders/[id]/returns', {
  summary:
    'Asks for delivered eSIMs to be cancelled, all of them or none, or an item that is not delivered yet. The same key asks once.',
  caller: 'any',
  holds: 'order',
  once: true,
  limit: 'returns',
  body: z.union([
    z.strictObject({ esimIds: z.array(id).min(1).max(100), reason: z.string().trim().max(200).default('') }),
    z.strictObject({ itemId: id }),
  ]),
  reply: z.object({ esimIds: z.array(z.string()) }),
})

export const startWithdrawalCall = defineCall('POST /api/withdrawals', {
  summary: 'The first step of a withdrawal. The answer is the same whether an order fits.',
  caller: 'any',
  limit: 'find',
  body: z.strictObject({ email: z.email().max(254), number: z.string().trim().min(8).max(24) }),
  reply: z.object({ id: z.string() }),
})

export const confirmWithdrawalCall = defineCall('POST /api/withdrawals/[id]/confirm', {
  summary: 'The second step. From its answer on the withdrawal counts.',
  caller: 'any',
  limit: 'find',
  reply: z.object({ receivedAt: z.string() }),
})

export const setRefundabilityRuleCall = defineCall('POST /api/admin/premark-rules', {
  summary: 'What the wording of a plan says about cancelling, for all plans with these words.',
  caller: 'staff',
  permission: 'catalog.change',
  body: z.strictObject({
    planIds: z.array(z.string().min(1).max(64)).min(1).max(500),
    answer: z.enum(REFUNDABILITY_ANSWERS),
    seen: z.enum(REFUNDABILITY_ANSWERS).nullable(),
  }),
})
