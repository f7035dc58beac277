import { endStaffSessions } from '#lib/auth/commands/manage-staff.ts'
import { endStaffSessionsCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const DELETE = serve(endStaffSessionsCall, ({ caller, params }) => endStaffSessions(caller, params.id))
