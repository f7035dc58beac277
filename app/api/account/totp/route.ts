import { addAppFor, removeAppOf } from '#app/api/sign-in/factor-routes.ts'

/** POST /api/account/totp: adds the authenticator app of a ticket, by its first code. */
export const POST = addAppFor('customer')

/** DELETE /api/account/totp: takes the authenticator app of the customer away. */
export const DELETE = removeAppOf('customer')
