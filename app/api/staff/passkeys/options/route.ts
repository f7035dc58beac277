import { beginPasskey } from '#app/api/sign-in/factor-routes.ts'
import { beginStaffPasskeyCall } from '#lib/auth/schema/factors.ts'

export const POST = beginPasskey(beginStaffPasskeyCall)
