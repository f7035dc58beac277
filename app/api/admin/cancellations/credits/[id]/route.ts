import { z } from 'zod'
import { mutation } from '#lib/http/route.ts'
import { confirmCredit } from '#lib/services/cards/confirm-credit.ts'

/** POST /api/admin/cancellations/credits/:id: a person has seen a credit that the supplier owed. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    reply: z.object({ id: z.string() }),
  },
  ({ caller, params, body }) => confirmCredit(caller, { creditId: params.id, ...body }),
)
