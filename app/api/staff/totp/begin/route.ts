import { beginAppFor } from '#app/api/sign-in/factor-routes.ts'

/** POST /api/staff/totp/begin: a secret for an authenticator app. */
export const POST = beginAppFor('enrolling')
