import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { refreshUsage } from '#lib/esims/commands/usage/refresh-usage.ts'

/** POST /api/esims/[id]/refresh: asks the network about usage and profile now, at most once in five minutes. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'topUps',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({}),
    reply: z.object({ outcome: z.enum(['read', 'no_answer', 'too_soon']) }),
  },
  ({ caller, params }) => refreshUsage(caller, params.id),
)
