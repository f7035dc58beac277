import { disableStaff, enableStaff } from '#lib/auth/commands/manage-staff.ts'
import { setStaffStateCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const PATCH = serve(setStaffStateCall, async ({ caller, params, body }) => {
  const change = body.state === 'disabled' ? disableStaff : enableStaff
  await change(caller, params.id)
})
