import { serve } from '#lib/core/http/route.ts'
import { resumeSalesByStaff } from '#lib/fulfilment/commands/file-answer.ts'
import { resumeSalesCall } from '#lib/fulfilment/schema.ts'

export const POST = serve(resumeSalesCall, ({ caller, body }) => resumeSalesByStaff(caller, body))
