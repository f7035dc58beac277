import { beginPasskey } from '#app/api/sign-in/factor-routes.ts'
import { beginStaffPasskeyCall } from '#lib/auth/schema.ts'

export const POST = beginPasskey(beginStaffPasskeyCall)
