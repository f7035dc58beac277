import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { askData } from '#lib/customers/commands/data-requests.ts'
import { DATA_KINDS } from '#lib/customers/rules/admin-customers.ts'

/** POST /api/admin/customers/:id/requests: a customer asks for a copy of the own data, or to be forgotten. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.strictObject({ kind: z.enum(DATA_KINDS), reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await askData(caller, { personId: params.id, ...body })

    return {}
  },
)
