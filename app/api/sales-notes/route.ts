import { currentCustomer } from '#lib/auth/customer-session.ts'
import { askSalesNote } from '#lib/checkout/commands/sales-pause.ts'
import { requestSalesNoticeCall } from '#lib/checkout/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(requestSalesNoticeCall, async ({ body }) => {
  const customer = await currentCustomer()

  return askSalesNote(body, { provenEmail: customer?.email ?? null })
})
