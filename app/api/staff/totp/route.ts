import { confirmApp, takeApp } from '#app/api/sign-in/factor-routes.ts'
import { addStaffAppCall, removeStaffAppCall } from '#lib/auth/schema.ts'

export const POST = confirmApp(addStaffAppCall)

export const DELETE = takeApp(removeStaffAppCall)
