import { confirmWithdrawal } from '#lib/cancellations/commands/withdraw.ts'
import { confirmWithdrawalCall } from '#lib/cancellations/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(confirmWithdrawalCall, async ({ params }) => ({
  receivedAt: (await confirmWithdrawal(params.id)).receivedAt.toISOString(),
}))
