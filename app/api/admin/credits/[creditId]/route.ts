import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { agreeCredit, takeCreditBack } from '#lib/customers/commands/credits.ts'

/** POST /api/admin/credits/:creditId: the word of a second person for a credit, or its end. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ creditId: z.string().min(1).max(64) }),
    body: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('agree') }),
      z.strictObject({ act: z.literal('end'), reason: z.string().trim().min(3).max(500) }),
    ]),
    reply: z.object({}),
  },
  async ({ caller, params: { creditId }, body }) => {
    if (body.act === 'agree') await agreeCredit(caller, creditId)
    else await takeCreditBack(caller, { creditId, reason: body.reason })

    return {}
  },
)
