import { serve } from '#lib/core/http/route.ts'
import { bookTransfer, setSupplierFloor } from '#lib/finance/commands/supplier-ledger.ts'
import { bookSupplierTransferCall } from '#lib/finance/schema.ts'

export const POST = serve(bookSupplierTransferCall, async ({ caller, body }) => {
  if (body.act === 'floor') await setSupplierFloor(caller, body)
  else await bookTransfer(caller, { id: body.id, kind: body.act, amount: body.amount })
})
