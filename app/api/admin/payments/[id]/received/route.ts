import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { markTransferReceived } from '#lib/payments/commands/mark-transfer-received.ts'

const receivedReply = z.object({ fits: z.boolean() })

/** POST /api/admin/payments/:id/received: a bank transfer is here, with the sum and the day of the bank statement. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({
      amountMinor: z.int().min(1).max(2_000_000_000),
      currency: z.string().regex(/^[A-Z]{3}$/),
      receivedOn: z.iso.date().exactOptional(),
    }),
    reply: receivedReply,
  },
  async ({ caller, params, body }) => markTransferReceived(caller, { paymentId: params.id, ...body }),
)
