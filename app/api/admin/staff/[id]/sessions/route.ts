import { endStaffSessions } from '#lib/auth/commands/change-rights.ts'
import { endStaffSessionsCall } from '#lib/auth/schema/staff.ts'
import { serve } from '#lib/core/http/route.ts'

export const DELETE = serve(endStaffSessionsCall, ({ caller, params }) => endStaffSessions(caller, params.id))
