import { currentCustomer } from '#lib/auth/customer-session.ts'
import { assertWithinLimit } from '#lib/core/http/rate-limit.ts'
import { serve } from '#lib/core/http/route.ts'
import { takeMessage } from '#lib/customers/commands/messages.ts'
import { sendMessageCall } from '#lib/customers/schema.ts'

export const POST = serve(sendMessageCall, async ({ caller, body, request }) => {
  await assertWithinLimit('messagesOfDay', request)
  const customer = await currentCustomer()

  return takeMessage(caller, body, { provenEmail: customer?.email ?? null })
})
