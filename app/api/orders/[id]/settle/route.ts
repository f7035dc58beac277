import { z } from 'zod'
import { returnOrderStart } from '#lib/auth/order-limit.ts'
import { senderNetwork } from '#lib/core/http/rate-limit.ts'
import { mutation } from '#lib/core/http/route.ts'
import { readPaymentNow } from '#lib/payments/commands/read-payment-now.ts'

/** POST /api/orders/[id]/settle: asks for the payment to be read now, instead of when its event arrives. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'settle',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params, request }) => {
    const { paidBy } = await readPaymentNow(caller, params.id)
    if (paidBy !== null) {
      await returnOrderStart({ id: params.id, email: paidBy, network: senderNetwork(request) })
    }

    return {}
  },
)
