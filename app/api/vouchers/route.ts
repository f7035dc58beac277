import { takeGuesses } from '#lib/auth/limits.ts'
import { senderNetwork } from '#lib/core/http/rate-limit.ts'
import { serve } from '#lib/core/http/route.ts'
import { showVouchers } from '#lib/pricing/commands/promotions/use-codes.ts'
import { checkVouchersCall } from '#lib/pricing/schema.ts'

export const POST = serve(checkVouchersCall, async ({ body, request }) => {
  const guesses = await takeGuesses('voucher', { network: senderNetwork(request) }, body.codes.length)
  const view = await showVouchers(body)
  const wrong = view.codes.filter(({ problem }) => problem === 'unknown').length
  // A page asks again whenever its offers change: codes that exist cost nothing.
  await guesses.wereRight(body.codes.length - wrong)

  return view
})
