import { confirmPasskey } from '#app/api/sign-in/factor-routes.ts'
import { addCustomerPasskeyCall } from '#lib/auth/schema.ts'

export const POST = confirmPasskey(addCustomerPasskeyCall)
