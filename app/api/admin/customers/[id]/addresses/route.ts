import { serve } from '#lib/core/http/route.ts'
import { joinCustomers, separateCustomer } from '#lib/customers/commands/manage-customer.ts'
import { mergeCustomersCall, separateCustomerCall } from '#lib/customers/schema.ts'

export const POST = serve(mergeCustomersCall, ({ caller, params: { id }, body }) =>
  joinCustomers(caller, { personId: id, ...body }),
)

export const DELETE = serve(separateCustomerCall, ({ caller, params: { id }, body }) =>
  separateCustomer(caller, { personId: id, ...body }),
)
