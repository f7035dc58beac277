import { z } from 'zod'
import { MOST_AT_ONCE } from '#lib/checkout/rules/desk-order.ts'
import { mutation } from '#lib/core/http/route.ts'
import { actOnOrders } from '#lib/orders/commands/bulk.ts'

const act = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('resend') }),
  z.strictObject({ act: z.literal('tag'), tag: z.string().trim().min(1).max(40), isSet: z.boolean() }),
  z.strictObject({ act: z.literal('assign'), staffId: z.string().max(64).nullable() }),
])

/** POST /api/admin/orders/bulk: does one thing to several orders, with a result for each. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ ids: z.array(z.string().min(1).max(64)).min(1).max(MOST_AT_ONCE), act }),
    reply: z.object({
      rows: z.array(z.object({ id: z.string(), outcome: z.enum(['done', 'refused']), reason: z.string().nullable() })),
    }),
  },
  async ({ caller, body }) => ({ rows: await actOnOrders(caller, body) }),
)
