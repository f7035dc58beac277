import { confirmApp, takeApp } from '#app/api/sign-in/factor-routes.ts'
import { addCustomerAppCall, removeCustomerAppCall } from '#lib/auth/schema.ts'

export const POST = confirmApp(addCustomerAppCall)

export const DELETE = takeApp(removeCustomerAppCall)
