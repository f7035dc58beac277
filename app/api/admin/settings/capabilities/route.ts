import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { setCapability } from '#lib/provider/commands/capabilities.ts'
import { CAPABILITY_KEYS } from '#lib/provider/rules/capabilities.ts'

/** POST /api/admin/settings/capabilities: says what the upstream can do. Plans that need what is off leave the shop. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({
      key: z.enum(CAPABILITY_KEYS),
      value: z.string().max(20),
      seen: z.string().max(20),
      reason: z.string().trim().min(3).max(300),
    }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await setCapability(caller, body)

    return {}
  },
)
