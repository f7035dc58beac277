import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { bookTransfer, setSupplierFloor } from '#lib/finance/commands/supplier-ledger.ts'

const amount = z.string().max(40)
const bodySchema = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('deposit'), id: z.uuid(), amount }),
  z.strictObject({ act: z.literal('withdrawal'), id: z.uuid(), amount }),
  z.strictObject({ act: z.literal('floor'), amount, seen: amount.nullable() }),
])

/** POST /api/admin/finance/ledger: money paid to the supplier or back, or the balance under which no payments are taken. */
export const POST = mutation(
  { caller: 'staff', params: z.object({}), body: bodySchema, reply: z.object({}) },
  async ({ caller, body }) => {
    if (body.act === 'floor') await setSupplierFloor(caller, body)
    else await bookTransfer(caller, { id: body.id, kind: body.act, amount: body.amount })

    return {}
  },
)
