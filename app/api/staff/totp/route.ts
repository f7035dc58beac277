import { addAppFor, removeAppOf } from '#app/api/sign-in/factor-routes.ts'

/** POST /api/staff/totp: adds the authenticator app of a ticket, by its first code. */
export const POST = addAppFor('enrolling')

/** DELETE /api/staff/totp: takes the authenticator app of the caller away. */
export const DELETE = removeAppOf('account')
