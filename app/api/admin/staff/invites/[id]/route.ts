import { takeInviteBack } from '#lib/auth/commands/manage-staff.ts'
import { withdrawInviteCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const DELETE = serve(withdrawInviteCall, ({ caller, params }) => takeInviteBack(caller, params.id))
