import { serve } from '#lib/core/http/route.ts'
import { blockBuyer, unblockBuyer } from '#lib/customers/commands/manage-customer.ts'
import { setCustomerBlockCall } from '#lib/customers/schema.ts'

export const POST = serve(setCustomerBlockCall, async ({ caller, params, body: { isBlocked, reason } }) => {
  const act = isBlocked ? blockBuyer : unblockBuyer
  await act(caller, { personId: params.id, reason })
})
