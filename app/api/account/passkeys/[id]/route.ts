import { removePasskeyOf } from '#app/api/sign-in/factor-routes.ts'

/** DELETE /api/account/passkeys/[id]: takes a passkey of the customer away. */
export const DELETE = removePasskeyOf('customer')
