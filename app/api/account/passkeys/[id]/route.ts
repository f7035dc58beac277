import { takePasskey } from '#app/api/sign-in/factor-routes.ts'
import { removeCustomerPasskeyCall } from '#lib/auth/schema.ts'

export const DELETE = takePasskey(removeCustomerPasskeyCall)
