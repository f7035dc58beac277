import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import { SETTING_KEYS } from '#lib/settings/rules/settings.ts'

const change = z.strictObject({
  // Pictures have a door of their own: there their bytes come along.
  key: z.enum(SETTING_KEYS).exclude(['shop.logo', 'shop.icon', 'shop.destinations']),
  value: z.json(),
  seen: z.json(),
})

/** POST /api/admin/settings: changes settings, all of them or none. `null` puts a default back. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ changes: z.array(change).min(1).max(20) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await changeSettings(caller, body.changes)

    return {}
  },
)
