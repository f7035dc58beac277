import { serve } from '#lib/core/http/route.ts'
import { fileAnswer } from '#lib/fulfilment/commands/file-answer.ts'
import { fileAnswerCall } from '#lib/fulfilment/schema.ts'

export const POST = serve(fileAnswerCall, ({ caller, body }) => fileAnswer(caller, body))
