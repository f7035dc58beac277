import { remakeCodes } from '#app/api/sign-in/factor-routes.ts'
import { remakeStaffCodesCall } from '#lib/auth/schema.ts'

export const POST = remakeCodes(remakeStaffCodesCall)
