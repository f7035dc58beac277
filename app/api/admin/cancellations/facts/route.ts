import { serve } from '#lib/core/http/route.ts'
import { readOrderAgain } from '#lib/esims/commands/order-eligibility.ts'
import { refreshOrderEsimsCall } from '#lib/esims/schema/esims.ts'

export const POST = serve(refreshOrderEsimsCall, ({ caller, body }) => readOrderAgain(caller, body.orderId))
