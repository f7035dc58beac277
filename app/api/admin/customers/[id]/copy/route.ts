import { serve } from '#lib/core/http/route.ts'
import { copyForStaff } from '#lib/customers/commands/data-requests.ts'
import { downloadCustomerDataCall } from '#lib/customers/schema.ts'

export const GET = serve(downloadCustomerDataCall, async ({ caller, params }) => {
  const copy = await copyForStaff(caller, params.id)

  return new Response(JSON.stringify(copy, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="customer-${new Date().toISOString().slice(0, 10)}.json"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})
