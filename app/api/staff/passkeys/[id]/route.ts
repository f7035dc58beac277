import { takePasskey } from '#app/api/sign-in/factor-routes.ts'
import { removeStaffPasskeyCall } from '#lib/auth/schema/factors.ts'

export const DELETE = takePasskey(removeStaffPasskeyCall)
