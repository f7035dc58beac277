import { remakeCodesOf } from '#app/api/sign-in/factor-routes.ts'

/** POST /api/account/recovery-codes: new codes for the customer, shown this once. */
export const POST = remakeCodesOf('customer')
