import { beginApp } from '#app/api/sign-in/factor-routes.ts'
import { beginStaffAppCall } from '#lib/auth/schema.ts'

export const POST = beginApp(beginStaffAppCall)
