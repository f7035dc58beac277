import { serve } from '#lib/core/http/route.ts'
import { declineData } from '#lib/customers/commands/data-requests.ts'
import { declinePrivacyRequestCall } from '#lib/customers/schema.ts'

export const DELETE = serve(declinePrivacyRequestCall, ({ caller, params: { id, requestId }, body }) =>
  declineData(caller, { personId: id, requestId, ...body }),
)
