import { serve } from '#lib/core/http/route.ts'
import { settleMessage } from '#lib/customers/commands/messages.ts'
import { answerMessageCall } from '#lib/customers/schema.ts'

export const POST = serve(answerMessageCall, ({ caller, params, body }) =>
  settleMessage(caller, { id: params.id, ...body }),
)
