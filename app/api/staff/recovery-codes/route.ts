import { remakeCodesOf } from '#app/api/sign-in/factor-routes.ts'

/** POST /api/staff/recovery-codes: new codes for the caller, shown this once. */
export const POST = remakeCodesOf('account')
