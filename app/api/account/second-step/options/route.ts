import { beginStep } from '#app/api/sign-in/factor-routes.ts'
import { beginCustomerStepCall } from '#lib/auth/schema.ts'

export const POST = beginStep(beginCustomerStepCall)
