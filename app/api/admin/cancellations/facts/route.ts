import { serve } from '#lib/core/http/route.ts'
import { readOrderAgain } from '#lib/esims/commands/eligibility.ts'
import { refreshOrderEsimsCall } from '#lib/esims/schema.ts'

export const POST = serve(refreshOrderEsimsCall, ({ caller, body }) => readOrderAgain(caller, body.orderId))
