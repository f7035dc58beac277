import { serve } from '#lib/core/http/route.ts'
import { withdrawAnswer } from '#lib/fulfilment/commands/file-answer.ts'
import { withdrawAnswerCall } from '#lib/fulfilment/schema.ts'

export const POST = serve(withdrawAnswerCall, ({ caller, params, body }) =>
  withdrawAnswer(caller, { ...params, ...body }),
)
