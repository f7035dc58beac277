import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { eraseForStaff } from '#lib/customers/commands/erase-customer.ts'

const count = z.number().int()

/** POST /api/admin/customers/:id/erase: a customer is forgotten. The answer says what is kept. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.strictObject({ typed: z.string().trim().min(1).max(254) }),
    reply: z.object({
      ...{ people: count, orders: count, cards: count, notes: count, links: count },
      kept: z.array(z.string()),
    }),
  },
  ({ caller, params, body }) => eraseForStaff(caller, { personId: params.id, ...body }),
)
