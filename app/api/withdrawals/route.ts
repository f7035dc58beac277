import { startWithdrawal } from '#lib/cancellations/commands/withdraw.ts'
import { startWithdrawalCall } from '#lib/cancellations/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(startWithdrawalCall, ({ body }) => startWithdrawal(body))
