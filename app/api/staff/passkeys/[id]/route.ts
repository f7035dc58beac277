import { removePasskeyOf } from '#app/api/sign-in/factor-routes.ts'

/** DELETE /api/staff/passkeys/[id]: takes a passkey of the caller away. */
export const DELETE = removePasskeyOf('account')
