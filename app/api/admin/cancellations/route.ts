import { z } from 'zod'
import { askReturn } from '#lib/cancellations/commands/ask-return.ts'
import { listReturns } from '#lib/cancellations/queries/admin-returns.ts'
import { onceMutation, read } from '#lib/core/http/route.ts'

const id = z.string().min(1).max(64)

const listReply = z.object({
  returns: z.array(
    z.object({
      id: z.string(),
      order: z.object({ id: z.string(), number: z.string() }),
      orderNum: z.string(),
      state: z.enum(['WAITING', 'ASKED', 'SENT', 'OPEN', 'CONFIRMED', 'REFUSED', 'HELD']),
      askedBy: z.enum(['buyer', 'staff']),
      reason: z.string().nullable(),
      askedAt: z.date(),
      sentAt: z.date().nullable(),
      endedAt: z.date().nullable(),
      refusal: z.object({ code: z.int().nullable(), text: z.string().nullable() }).nullable(),
      cards: z.array(z.object({ id: z.string(), iccid: z.string(), state: z.string(), answer: z.string().nullable() })),
      answers: z.unknown(),
      credit: z.object({ amount: z.string(), currency: z.string(), confirmedAt: z.date().nullable() }).nullable(),
    }),
  ),
})

/** GET /api/admin/cancellations: the returns of single cards, those that still wait for something first. */
export const GET = read({ caller: 'staff', params: z.object({}), reply: listReply }, async ({ caller }) => ({
  returns: await listReturns(caller),
}))

/** POST /api/admin/cancellations: a person of the store asks for cards of an order to go back. */
export const POST = onceMutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({
      orderId: id,
      cardIds: z.array(id).min(1).max(100),
      reason: z.string().trim().min(1).max(200),
    }),
    reply: z.object({ cardIds: z.array(z.string()) }),
  },
  ({ caller, body, once }) => askReturn(caller, { ...body, once }),
)
