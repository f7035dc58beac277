import { liftFactors } from '#lib/auth/commands/customer-access.ts'
import { assertFreshProof } from '#lib/auth/rules/factors.ts'
import { removeCustomerFactorsCall } from '#lib/auth/schema.ts'
import { answering, serve } from '#lib/core/http/route.ts'
import { requirePermission } from '#lib/core/rules/caller.ts'
import { giveCredit } from '#lib/customers/commands/credits.ts'
import { copyForStaff, declineData, eraseForStaff, requestData } from '#lib/customers/commands/data-requests.ts'
import { blockBuyer, joinCustomers, separateCustomer, unblockBuyer } from '#lib/customers/commands/manage-customer.ts'
import {
  addPrivacyRequestCall,
  declinePrivacyRequestCall,
  downloadCustomerDataCall,
  eraseCustomerCall,
  giveCreditCall,
  mergeCustomersCall,
  separateCustomerCall,
  setCustomerBlockCall,
} from '#lib/customers/schema.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(mergeCustomersCall, ({ caller, params: { id }, body }) => joinCustomers(caller, { personId: id, ...body })),
  serve(separateCustomerCall, ({ caller, params: { id }, body }) =>
    separateCustomer(caller, { personId: id, ...body }),
  ),
  serve(setCustomerBlockCall, async ({ caller, params, body: { isBlocked, reason } }) => {
    const action = isBlocked ? blockBuyer : unblockBuyer
    await action(caller, { personId: params.id, reason })
  }),
  serve(downloadCustomerDataCall, async ({ caller, params }) => {
    const copy = await copyForStaff(caller, params.id)

    return new Response(JSON.stringify(copy, null, 2), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="customer-${new Date().toISOString().slice(0, 10)}.json"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  }),
  serve(giveCreditCall, ({ caller, params, body, once }) => giveCredit(caller, { personId: params.id, ...body, once })),
  serve(eraseCustomerCall, ({ caller, params, body }) => eraseForStaff(caller, { personId: params.id, ...body })),
  serve(removeCustomerFactorsCall, async ({ caller, params, body }) => {
    requirePermission(caller.staff, 'customers.lift_factors')
    assertFreshProof(caller)
    await liftFactors(caller.staff, { personId: params.id, reason: body.reason })
  }),
  serve(declinePrivacyRequestCall, ({ caller, params: { id, requestId }, body }) =>
    declineData(caller, { personId: id, requestId, ...body }),
  ),
  serve(addPrivacyRequestCall, ({ caller, params, body }) => requestData(caller, { personId: params.id, ...body })),
])
