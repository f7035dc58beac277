import { z } from 'zod'
import { checkDeskOrders } from '#lib/checkout/commands/desk-orders.ts'
import { ROW_PROBLEMS } from '#lib/checkout/rules/desk-order.ts'
import { mutation } from '#lib/core/http/route.ts'
import { moneySchema } from '#lib/core/rules/money-schema.ts'
import { deskFields } from '../desk-body.ts'

const row = z.object({
  n: z.int(),
  text: z.string(),
  name: z.string(),
  email: z.string(),
  problem: z.enum(ROW_PROBLEMS).nullable(),
})

/** POST /api/admin/orders/check: what orders for customers would be and cost, row by row. Buys nothing. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject(deskFields),
    reply: z.object({ rows: z.array(row), each: moneySchema, total: moneySchema, typed: z.string(), orders: z.int() }),
  },
  ({ caller, body }) => checkDeskOrders(caller, body),
)
