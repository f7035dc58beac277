import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { setSupportLimit } from '#lib/orders/commands/support-limit.ts'

const limitMinor = z.int().min(0).max(2_000_000_000)

/** POST /api/admin/orders/limit: the sum up to which support may give cards back. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ limitMinor, seen: limitMinor, reason: z.string().trim().min(3).max(500) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await setSupportLimit(caller, body)

    return {}
  },
)
