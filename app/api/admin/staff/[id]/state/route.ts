import { z } from 'zod'
import { disableStaff, enableStaff } from '#lib/auth/commands/change-rights.ts'
import { mutation } from '#lib/core/http/route.ts'

/** PATCH /api/admin/staff/[id]/state: shuts somebody out, or lets them in again. */
export const PATCH = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({ state: z.enum(['enabled', 'disabled']) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    const change = body.state === 'disabled' ? disableStaff : enableStaff
    await change(caller, params.id)

    return {}
  },
)
