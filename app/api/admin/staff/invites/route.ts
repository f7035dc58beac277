import { z } from 'zod'
import { inviteStaff } from '#lib/auth/commands/invite-staff.ts'
import { mutation } from '#lib/core/http/route.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { STAFF_ROLES } from '#lib/core/rules/caller.ts'

/** POST /api/admin/staff/invites: asks somebody to join. Answers the link to hand over; a mail carries one of its own. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ email: z.email().max(254).trim().toLowerCase(), role: z.enum(STAFF_ROLES) }),
    reply: z.object({ inviteId: z.string(), url: z.string() }),
  },
  async ({ caller, body }) => inviteStaff(caller, { ...body, locale: await privateLocale() }),
)
