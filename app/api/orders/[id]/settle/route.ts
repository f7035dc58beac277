import { z } from 'zod'
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
  async ({ caller, params }) => {
    await readPaymentNow(caller, params.id)

    return {}
  },
)
