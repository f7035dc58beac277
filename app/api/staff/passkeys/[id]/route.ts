import { takePasskey } from '#app/api/sign-in/factor-routes.ts'
import { removeStaffPasskeyCall } from '#lib/auth/schema.ts'

export const DELETE = takePasskey(removeStaffPasskeyCall)
