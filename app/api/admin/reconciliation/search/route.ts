import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { calendarDateSchema } from '#lib/core/rules/calendar-date.ts'
import { searchNetwork } from '#lib/reconciliation/commands/search-network.ts'

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
  cards: z.array(z.string()),
  order: z.object({ id: z.string(), number: z.string() }).nullable(),
})

/** POST /api/admin/reconciliation/search: one page of the network's own orders, with the days that were asked for. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
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
      cardKind: z.enum(['esim', 'physical']).exactOptional(),
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
  },
  ({ caller, body }) => searchNetwork(caller, body),
)
