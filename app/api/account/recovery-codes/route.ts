import { remakeCodes } from '#app/api/sign-in/factor-routes.ts'
import { remakeCustomerCodesCall } from '#lib/auth/schema.ts'

export const POST = remakeCodes(remakeCustomerCodesCall)
