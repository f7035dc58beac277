import { z } from 'zod'
import { topUpPlansReply } from '#app/api/esims/top-up-reply.ts'
import { onceMutation, read } from '#lib/core/http/route.ts'
import { deskTopUpOptions, makeDeskTopUp } from '#lib/esims/commands/desk-top-up.ts'
import { topUpFields } from './top-up-fields.ts'

const params = z.object({ id: z.string().max(64) })

/** GET /api/admin/cards/[id]/top-ups: what runs and waits on this card, and which plans it takes, asked now. */
export const GET = read({ caller: 'staff', params, reply: topUpPlansReply }, ({ caller, params: { id } }) =>
  deskTopUpOptions(caller, id),
)

/** POST /api/admin/cards/[id]/top-ups: tops a customer's card up. The same key does it once. */
export const POST = onceMutation(
  {
    caller: 'staff',
    params,
    body: z.strictObject({
      ...topUpFields,
      seenMinor: z.int().nonnegative(),
      reason: z.string().trim().min(3).max(500).exactOptional(),
      typed: z.string().max(40).exactOptional(),
    }),
    reply: z.object({ id: z.string(), number: z.string() }),
  },
  ({ caller, params: { id }, body, once }) => makeDeskTopUp(caller, { cardId: id, input: body, once }),
)
