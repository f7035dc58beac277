import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { correctEmail } from '#lib/orders/commands/correct-email.ts'

/** PATCH /api/orders/[id]/email: corrects a mistyped address, from the browser that paid. Old links die. */
export const PATCH = mutation(
  {
    caller: 'any',
    limit: 'email',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({ email: z.email().max(254) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await correctEmail(caller, params.id, body.email)

    return {}
  },
)
