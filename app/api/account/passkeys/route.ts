import { addPasskeyFor } from '#app/api/sign-in/factor-routes.ts'

/** POST /api/account/passkeys: stores the passkey that a browser has made. */
export const POST = addPasskeyFor('customer')
