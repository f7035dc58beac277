import { z } from 'zod'
import type { AnswerOf, BodyOf } from '#lib/core/rules/contract.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { calendarDateSchema } from '#lib/core/rules/field-schemas.ts'
import { pushTargetSchema } from '#lib/mail/rules/push.ts'
import { GIFT_LENGTHS, GIFT_LINK } from '#lib/orders/rules/gift.ts'

const id = z.string().min(1).max(64)

const reason = z.string().trim().min(3).max(500)

export const assignOrderCall = defineCall('POST /api/admin/orders/[id]/assignee', {
  summary: 'Somebody looks after the order, or nobody (`null`).',
  caller: 'staff',
  permission: 'orders.note',
  body: z.strictObject({ staffId: id.nullable() }),
})

export const correctOrderEmailAsStaffCall = defineCall('POST /api/admin/orders/[id]/email', {
  summary: 'A mistyped address is corrected for its buyer.',
  caller: 'staff',
  permission: 'orders.correct_email',
  body: z.strictObject({ email: z.email().max(254), reason }),
})

export const resendOrderLinkCall = defineCall('POST /api/admin/orders/[id]/link', {
  summary: 'A new link to the order is mailed to its buyer.',
  caller: 'staff',
  permission: 'orders.mail',
})

export const addOrderNoteCall = defineCall('POST /api/admin/orders/[id]/notes', {
  summary: 'A note for the team.',
  caller: 'staff',
  permission: 'orders.note',
  body: z.strictObject({ text: z.string().trim().min(1).max(2000) }),
})

export const tagOrderCall = defineCall('POST /api/admin/orders/[id]/tags', {
  summary: 'A tag is set, or taken off.',
  caller: 'staff',
  permission: 'orders.note',
  body: z.strictObject({ tag: z.string().trim().min(1).max(40), isSet: z.boolean() }),
})

export const declineApprovalCall = defineCall('POST /api/admin/orders/[id]/second-looks/[lookId]', {
  summary: 'An action that waits for a second person is declined.',
  caller: 'staff',
  permission: 'held.money',
  body: z.strictObject({ reason }),
})

const action = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('resend') }),
  z.strictObject({ act: z.literal('tag'), tag: z.string().trim().min(1).max(40), isSet: z.boolean() }),
  z.strictObject({ act: z.literal('assign'), staffId: z.string().max(64).nullable() }),
])

export const runBulkActionCall = defineCall('POST /api/admin/orders/bulk', {
  summary: 'Does one thing to several orders, with a result for each.',
  caller: 'staff',
  permission: ['orders.mail', 'orders.note'],
  body: z.strictObject({ ids: z.array(z.string().min(1).max(64)).min(1).max(50), act: action }),
  reply: z.object({
    rows: z.array(z.object({ id: z.string(), outcome: z.enum(['done', 'refused']), reason: z.string().nullable() })),
  }),
})

const limitMinor = z.int().min(0).max(2_000_000_000)

export const setSupportLimitCall = defineCall('POST /api/admin/orders/limit', {
  summary: 'The sum up to which support may cancel eSIMs.',
  caller: 'staff',
  permission: 'limits.change',
  body: z.strictObject({ limitMinor, seen: limitMinor, reason }),
})

export const requestFindLinkCall = defineCall('POST /api/find', {
  summary: 'Mails the link to an order that fits. The answer is the same whether one does.',
  caller: 'any',
  limit: 'find',
  body: z.strictObject({ email: z.email().max(254), hint: z.string().trim().min(4).max(32) }),
})

export const correctOrderEmailCall = defineCall('PATCH /api/orders/[id]/email', {
  summary: 'Corrects a mistyped address, from the browser that paid. Old links die.',
  caller: 'any',
  holds: 'payer',
  limit: 'email',
  body: z.strictObject({ email: z.email().max(254) }),
})

/** To whom the eSIMs of an order go as a gift. */
export const giftBody = z.strictObject({
  email: z.email().max(254),
  from: z
    .string()
    .trim()
    .max(GIFT_LENGTHS.from)
    .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u)
    .refine((text) => !GIFT_LINK.test(text)),
  message: z
    .string()
    .trim()
    .max(GIFT_LENGTHS.message)
    .refine((text) => !GIFT_LINK.test(text)),
  sendOn: z.union([z.literal(''), calendarDateSchema]),
})

export const changeGiftCall = defineCall('PATCH /api/orders/[id]/gift', {
  summary: 'Changes to whom an order goes as a gift, or when, while it is not on its way.',
  caller: 'any',
  holds: 'order',
  limit: 'email',
  body: giftBody,
})

export const dropGiftCall = defineCall('DELETE /api/orders/[id]/gift', {
  summary: 'Calls a gift off while it is not on its way: its eSIMs stay with the buyer.',
  caller: 'any',
  holds: 'order',
  limit: 'email',
})

export const getOrderStatusCall = defineCall('GET /api/orders/[id]', {
  summary: 'The small answer that a waiting page asks for again. Never asks our eSIM provider.',
  caller: 'any',
  holds: 'order',
  reply: z.object({
    id: z.string(),
    version: z.string(),
    statuses: z.array(z.string()),
    isSettled: z.boolean(),
  }),
})

/** Another sum up to which support may act. */
export type LimitChange = BodyOf<typeof setSupportLimitCall>

/** What is done to several orders at once, and how it ended for one of them. */
export type BulkAction = BodyOf<typeof runBulkActionCall>['act']
export type BulkResult = AnswerOf<typeof runBulkActionCall>['rows'][number]

export const getPushKeyCall = defineCall('GET /api/orders/[id]/browsers', {
  summary: 'The public key that a browser subscribes with to hear of an order.',
  caller: 'any',
  holds: 'order',
  limit: 'browsers',
  reply: z.object({ key: z.string() }),
})

export const addBrowserCall = defineCall('POST /api/orders/[id]/browsers', {
  summary: 'This browser is told when the eSIMs are here and when a plan runs low. Told again, it is kept once.',
  caller: 'any',
  holds: 'order',
  limit: 'browsers',
  body: pushTargetSchema,
})

export const dropBrowserCall = defineCall('DELETE /api/orders/[id]/browsers', {
  summary: 'This browser is told of the order no more.',
  caller: 'any',
  holds: 'order',
  limit: 'browsers',
  body: pushTargetSchema.pick({ endpoint: true }),
})
