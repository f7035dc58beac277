import { z } from 'zod'
import { askReturn } from '#lib/cancellations/commands/ask-return.ts'
import { onceMutation } from '#lib/core/http/route.ts'
import { askLineBack } from '#lib/fulfilment/commands/ask-line-back.ts'

const id = z.string().min(1).max(64)
const returnBody = z.union([
  z.strictObject({ cardIds: z.array(id).min(1).max(100), reason: z.string().trim().max(200).default('') }),
  z.strictObject({ lineId: id }),
])

/**
 * POST /api/orders/[id]/returns: asks for delivered cards to go back, all of them or none, or for a line that is not
 * delivered yet. The same key asks once.
 */
export const POST = onceMutation(
  {
    caller: 'any',
    limit: 'returns',
    params: z.object({ id }),
    body: returnBody,
    reply: z.object({ cardIds: z.array(z.string()) }),
  },
  async ({ caller, params, body, once }) => {
    if ('cardIds' in body) return askReturn(caller, { orderId: params.id, ...body, once })
    await askLineBack(caller, { orderId: params.id, lineId: body.lineId })

    return { cardIds: [] }
  },
)
