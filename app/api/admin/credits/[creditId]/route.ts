import { serve } from '#lib/core/http/route.ts'
import { agreeCredit, takeCreditBack } from '#lib/customers/commands/credits.ts'
import { resolveCreditCall } from '#lib/customers/schema.ts'

export const POST = serve(resolveCreditCall, async ({ caller, params: { creditId }, body }) => {
  if (body.act === 'agree') await agreeCredit(caller, creditId)
  else await takeCreditBack(caller, { creditId, reason: body.reason })
})
