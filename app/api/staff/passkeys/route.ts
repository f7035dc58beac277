import { confirmPasskey } from '#app/api/sign-in/factor-routes.ts'
import { addStaffPasskeyCall } from '#lib/auth/schema.ts'

export const POST = confirmPasskey(addStaffPasskeyCall)
