import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { declineData } from '#lib/customers/commands/data-requests.ts'

/** DELETE /api/admin/customers/:id/requests/:requestId: a request about own data is declined, with a reason. */
export const DELETE = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().min(1).max(64), requestId: z.string().min(1).max(64) }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, params: { id, requestId }, body }) => {
    await declineData(caller, { personId: id, requestId, ...body })

    return {}
  },
)
