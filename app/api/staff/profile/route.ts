import { z } from 'zod'
import { rename } from '#lib/auth/own-account.ts'
import { mutation } from '#lib/core/http/route.ts'

/** PATCH /api/staff/profile: another name for the caller. */
export const PATCH = mutation(
  {
    caller: 'account',
    params: z.object({}),
    body: z.strictObject({ name: z.string().trim().min(1).max(80) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await rename(caller, body.name)

    return {}
  },
)
