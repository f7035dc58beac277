import { inviteStaff } from '#lib/auth/commands/manage-staff.ts'
import { inviteStaffCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'

export const POST = serve(inviteStaffCall, async ({ caller, body }) =>
  inviteStaff(caller, { ...body, locale: await privateLocale() }),
)
