import { removeOwnPassword, setOwnPassword } from '#lib/auth/customer-password.ts'
import { removeCustomerPasswordCall, setCustomerPasswordCall } from '#lib/auth/schema/account.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(setCustomerPasswordCall, ({ caller, body }) => setOwnPassword(caller, body))

export const DELETE = serve(removeCustomerPasswordCall, ({ caller, body }) => removeOwnPassword(caller, body.current))
