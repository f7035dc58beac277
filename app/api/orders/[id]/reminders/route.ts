import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { setReminders } from '#lib/esims/commands/usage/send-reminders.ts'
import { REMINDER_KINDS } from '#lib/esims/rules/reminders.ts'

/** PATCH /api/orders/[id]/reminders: which reminder mails of an order are switched off. */
export const PATCH = mutation(
  {
    caller: 'any',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({ muted: z.array(z.enum(REMINDER_KINDS)).max(REMINDER_KINDS.length) }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await setReminders(caller, params.id, body.muted)

    return {}
  },
)
