import { serve } from '#lib/core/http/route.ts'
import { askData } from '#lib/customers/commands/data-requests.ts'
import { addPrivacyRequestCall } from '#lib/customers/schema.ts'

export const POST = serve(addPrivacyRequestCall, ({ caller, params, body }) =>
  askData(caller, { personId: params.id, ...body }),
)
