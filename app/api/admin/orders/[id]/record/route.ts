import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { readFullRecord } from '#lib/fulfilment/commands/read-full-record.ts'

const id = z.string().min(1).max(64)

/** POST /api/admin/orders/:id/record: the full record of an order at the network, which ends the right to cancel it. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id }),
    body: z.strictObject({ orderNum: id, typed: z.string().max(64), reason: z.string().trim().min(3).max(500) }),
    reply: z.object({
      answered: z.boolean(),
      status: z.int().nullable(),
      count: z.int().nullable(),
      total: z.string().nullable(),
      cards: z.int(),
      newCodes: z.int(),
    }),
  },
  ({ caller, params, body }) => readFullRecord(caller, { orderId: params.id, ...body }),
)
