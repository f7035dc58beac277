import { serve } from '#lib/core/http/route.ts'
import { eraseForStaff } from '#lib/customers/commands/data-requests.ts'
import { eraseCustomerCall } from '#lib/customers/schema.ts'

export const POST = serve(eraseCustomerCall, ({ caller, params, body }) =>
  eraseForStaff(caller, { personId: params.id, ...body }),
)
