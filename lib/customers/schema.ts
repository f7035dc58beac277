import { z } from 'zod'
import { LOCALE_SHAPE } from '#lib/core/i18n/config.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { isTimeZone } from '#lib/core/rules/zoned-time.ts'
import { DATA_KINDS } from '#lib/customers/rules/admin-customers.ts'
import { MESSAGE_ANSWER, messageBodySchema } from '#lib/customers/rules/customer-message.ts'
import { PROFILE_LENGTHS } from '#lib/customers/rules/own-account.ts'

const reason = z.string().trim().min(3).max(500)

export const copyMyDataCall = defineCall('POST /api/account/data', {
  summary: 'Everything that is kept about the customer. It is written down, so it is no GET.',
  caller: 'customer',
  limit: 'signInLink',
  reply: z.record(z.string(), z.unknown()),
})

export const eraseMyDataCall = defineCall('DELETE /api/account/data', {
  summary: 'Forgets the customer, who has typed the address.',
  caller: 'customer',
  limit: 'signInLink',
  body: z.strictObject({ email: z.string().max(254) }),
})

const text = (max: number) => z.string().trim().max(max)

export const changeProfileCall = defineCall('PATCH /api/account/profile', {
  summary: 'What the customer says about themselves, as a whole.',
  caller: 'customer',
  body: z.strictObject({
    name: text(PROFILE_LENGTHS.name),
    locale: z.string().regex(LOCALE_SHAPE),
    homeZone: z.string().max(60).refine(isTimeZone).nullable(),
    company: text(PROFILE_LENGTHS.company),
    taxNumber: text(PROFILE_LENGTHS.taxNumber),
    postalAddress: text(PROFILE_LENGTHS.postalAddress),
  }),
})

export const refreshMyEsimsCall = defineCall('POST /api/account/refresh', {
  summary: 'Asks our eSIM provider about the newest hundred eSIMs of the customer, in one call, once in five minutes.',
  caller: 'customer',
  limit: 'topUps',
  reply: z.object({ outcome: z.enum(['read', 'no_answer', 'too_soon']) }),
})

export const sendMessageCall = defineCall('POST /api/messages', {
  summary: 'Takes a message to the store in. Its answer is the reference to name, and whether a copy is mailed.',
  caller: 'any',
  limit: 'messages',
  body: messageBodySchema,
  reply: z.object({ reference: z.string(), isCopied: z.boolean() }),
})

export const answerMessageCall = defineCall('POST /api/admin/messages/[id]', {
  summary: 'Answers a message by mail, or puts it aside with `answer: null`.',
  caller: 'staff',
  permission: 'messages.answer',
  body: z.strictObject({ answer: MESSAGE_ANSWER.nullable() }),
})

export const resolveCreditCall = defineCall('POST /api/admin/credits/[creditId]', {
  summary: 'The word of a second person for a credit, or its end.',
  caller: 'staff',
  permission: 'customers.credit',
  body: z.discriminatedUnion('act', [
    z.strictObject({ act: z.literal('agree') }),
    z.strictObject({ act: z.literal('end'), reason }),
  ]),
  reply: z.object({ outcome: z.enum(['waiting', 'given', 'ended']) }),
})

export const mergeCustomersCall = defineCall('POST /api/admin/customers/[id]/addresses', {
  summary: 'Another address belongs to the same customer.',
  caller: 'staff',
  permission: 'customers.merge',
  body: z.strictObject({ email: z.email().max(254), reason }),
})

export const separateCustomerCall = defineCall('DELETE /api/admin/customers/[id]/addresses', {
  summary: 'An address of this customer stands alone again.',
  caller: 'staff',
  permission: 'customers.merge',
  body: z.strictObject({ email: z.string().min(1).max(254), reason }),
})

export const setCustomerBlockCall = defineCall('POST /api/admin/customers/[id]/block', {
  summary: 'A customer may not buy any more, or again.',
  caller: 'staff',
  permission: 'customers.block',
  body: z.strictObject({ isBlocked: z.boolean(), reason }),
})

export const downloadCustomerDataCall = defineCall('GET /api/admin/customers/[id]/copy', {
  summary: 'Everything kept about a customer, as a JSON file. The act is written down.',
  caller: 'staff',
  permission: 'customers.hand_data',
  media: 'application/json',
})

export const giveCreditCall = defineCall('POST /api/admin/customers/[id]/credits', {
  summary: 'A sum for a customer to spend here, once per key.',
  caller: 'staff',
  permission: 'customers.credit',
  once: true,
  body: z.strictObject({
    amount: z.string().max(40),
    until: z.string().max(10),
    reason,
  }),
  reply: z.object({ outcome: z.enum(['waiting', 'given']) }),
})

const count = z.number().int()

export const eraseCustomerCall = defineCall('POST /api/admin/customers/[id]/erase', {
  summary: 'A customer is forgotten. The answer says what is kept.',
  caller: 'staff',
  permission: 'customers.hand_data',
  body: z.strictObject({ typed: z.string().trim().min(1).max(254) }),
  reply: z.object({
    ...{ people: count, orders: count, esims: count, notes: count, links: count },
    kept: z.array(z.string()),
  }),
})

export const declinePrivacyRequestCall = defineCall('DELETE /api/admin/customers/[id]/requests/[requestId]', {
  summary: 'A request about own data is declined, with a reason.',
  caller: 'staff',
  permission: 'customers.hand_data',
  body: z.strictObject({ reason }),
})

export const addPrivacyRequestCall = defineCall('POST /api/admin/customers/[id]/requests', {
  summary: 'A customer asks for a copy of the own data, or to be forgotten.',
  caller: 'staff',
  permission: 'customers.ask_data',
  body: z.strictObject({ kind: z.enum(DATA_KINDS), reason }),
})
