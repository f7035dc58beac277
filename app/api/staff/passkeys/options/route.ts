import { passkeyOptionsFor } from '#app/api/sign-in/factor-routes.ts'

/** POST /api/staff/passkeys/options: what a browser needs to make a passkey for the caller. */
export const POST = passkeyOptionsFor('enrolling')
