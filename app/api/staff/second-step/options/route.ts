import { stepOptionsFor } from '#app/api/sign-in/factor-routes.ts'

/** POST /api/staff/second-step/options: what a browser needs to pass the second step with a passkey. */
export const POST = stepOptionsFor('half')
