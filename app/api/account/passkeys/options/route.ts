import { beginPasskey } from '#app/api/sign-in/factor-routes.ts'
import { beginCustomerPasskeyCall } from '#lib/auth/schema.ts'

export const POST = beginPasskey(beginCustomerPasskeyCall)
