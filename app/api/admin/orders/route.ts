import { z } from 'zod'
import { makeDeskOrders } from '#lib/checkout/commands/desk-orders.ts'
import { onceMutation } from '#lib/core/http/route.ts'
import { deskFields } from './desk-body.ts'

const row = z.object({
  n: z.int(),
  name: z.string(),
  email: z.string(),
  outcome: z.enum(['made', 'made_before', 'refused']),
  reason: z.string().nullable(),
  order: z.object({ id: z.string(), number: z.string() }).nullable(),
})

/** POST /api/admin/orders: makes an order for each named customer, with a result per row. The same key makes each once. */
export const POST = onceMutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({
      ...deskFields,
      seenMinor: z.int().nonnegative(),
      reason: z.string().trim().min(3).max(500).exactOptional(),
      typed: z.string().max(40).exactOptional(),
    }),
    reply: z.object({ rows: z.array(row) }),
  },
  ({ caller, body, once }) => makeDeskOrders(caller, { input: body, once }),
)
