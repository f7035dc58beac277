import { passkeyOptionsFor } from '#app/api/sign-in/factor-routes.ts'

/** POST /api/account/passkeys/options: what a browser needs to make a passkey for the customer. */
export const POST = passkeyOptionsFor('customer')
