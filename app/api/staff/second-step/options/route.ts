import { beginStep } from '#app/api/sign-in/factor-routes.ts'
import { beginStaffStepCall } from '#lib/auth/schema.ts'

export const POST = beginStep(beginStaffStepCall)
