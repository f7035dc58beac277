import { beginAppFor } from '#app/api/sign-in/factor-routes.ts'

/** POST /api/account/totp/begin: a secret for an authenticator app. */
export const POST = beginAppFor('customer')
