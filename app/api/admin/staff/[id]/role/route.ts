import { changeRole } from '#lib/auth/commands/manage-staff.ts'
import { changeStaffRoleCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const PATCH = serve(changeStaffRoleCall, ({ caller, params, body }) =>
  changeRole(caller, { staffId: params.id, role: body.role }),
)
