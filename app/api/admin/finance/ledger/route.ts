import { serve } from '#lib/core/http/route.ts'
import { bookTransfer, setProviderFloor } from '#lib/finance/commands/provider-ledger.ts'
import { bookProviderTransferCall } from '#lib/finance/schema.ts'

export const POST = serve(bookProviderTransferCall, async ({ caller, body }) => {
  if (body.act === 'floor') await setProviderFloor(caller, body)
  else await bookTransfer(caller, { id: body.id, kind: body.act, amount: body.amount })
})
