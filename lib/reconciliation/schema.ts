import { z } from 'zod'
import type { AnswerOf } from '#lib/core/rules/contract.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { calendarDateSchema } from '#lib/core/rules/field-schemas.ts'
import { DISCREPANCY_ACTIONS } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

export const decideDiscrepancyCall = defineCall('POST /api/admin/reconciliation/discrepancies/[id]', {
  summary: 'Does one thing about an open discrepancy, and says how that ended.',
  caller: 'staff',
  permission: 'findings.see',
  body: z.strictObject({
    act: z.enum(DISCREPANCY_ACTIONS),
    reason: z.string().max(500).default(''),
    orderNumber: z.string().max(40).exactOptional(),
  }),
  reply: z.object({ result: z.enum(['closed', 'asked', 'differs', 'no_answer', 'waiting']) }),
})

export const confirmReferenceCall = defineCall('POST /api/admin/reconciliation/reference', {
  summary: 'What both lists of our eSIM provider say about one of our references.',
  caller: 'staff',
  permission: 'findings.settle',
  body: z.strictObject({ reference: z.string().trim().min(4).max(64) }),
  reply: z.object({
    reference: z.string(),
    item: z.object({ orderId: z.string(), number: z.string(), state: z.string() }).nullable(),
    echoed: z.array(z.string()),
    filtered: z.array(z.string()),
  }),
})

export const getComparisonStatusCall = defineCall('GET /api/admin/reconciliation/runs', {
  summary: 'Whether a comparison runs or waits.',
  caller: 'staff',
  permission: 'findings.see',
  reply: z.object({ isComparing: z.boolean() }),
})

export const requestComparisonCall = defineCall('POST /api/admin/reconciliation/runs', {
  summary: 'Compares a window, given as two instants, after the comparison that runs now.',
  caller: 'staff',
  permission: 'findings.settle',
  body: z.strictObject({ from: z.iso.datetime(), until: z.iso.datetime() }),
  reply: z.object({ runId: z.string() }),
})

const text = z.string().trim().min(1).max(64).exactOptional()

const day = calendarDateSchema.exactOptional()

const orderReply = z.object({
  orderNum: z.string(),
  plan: z.string().nullable(),
  count: z.int().nullable(),
  status: z.int().nullable(),
  isTopUp: z.boolean().nullable(),
  cost: z.string().nullable(),
  createdAt: z.date().nullable(),
  esims: z.array(z.string()),
  order: z.object({ id: z.string(), number: z.string() }).nullable(),
})

export const searchProviderOrdersCall = defineCall('POST /api/admin/reconciliation/search', {
  summary: "One page of our eSIM provider's own orders, with the days that were asked for.",
  caller: 'staff',
  permission: 'findings.settle',
  body: z.strictObject({
    orderNum: text,
    iccid: text,
    reference: text,
    itemReference: text,
    createdFrom: day,
    createdTo: day,
    beginsFrom: day,
    beginsTo: day,
    endsFrom: day,
    endsTo: day,
    status: z.int().min(-100).max(1_000).exactOptional(),
    planName: text,
    esimKind: z.enum(['esim', 'physical']).exactOptional(),
    orderMode: z.union([z.literal(0), z.literal(1), z.literal(2)]).exactOptional(),
    page: z.int().min(1).max(10_000).default(1),
  }),
  reply: z.object({
    from: z.string(),
    to: z.string(),
    total: z.int().nullable(),
    page: z.int(),
    hasMore: z.boolean(),
    rows: z.array(orderReply),
  }),
})

/** How a decision about a discrepancy went. */
export type DecisionResult = AnswerOf<typeof decideDiscrepancyCall>['result']

/**
 * What the two lists of the provider say about one of our references. An order in `echoed` shows it in its own row, which is
 * proof; one in `filtered` was found by the filter alone, which may have been ignored.
 */
export type ReferenceProof = AnswerOf<typeof confirmReferenceCall>
