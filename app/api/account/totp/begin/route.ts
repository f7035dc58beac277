import { beginApp } from '#app/api/sign-in/factor-routes.ts'
import { beginCustomerAppCall } from '#lib/auth/schema.ts'

export const POST = beginApp(beginCustomerAppCall)
