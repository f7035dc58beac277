import { removeOwnPassword, setOwnPassword } from '#lib/auth/customer-sign-in.ts'
import { removeCustomerPasswordCall, setCustomerPasswordCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(setCustomerPasswordCall, ({ caller, body }) => setOwnPassword(caller, body))

export const DELETE = serve(removeCustomerPasswordCall, ({ caller, body }) => removeOwnPassword(caller, body.current))
