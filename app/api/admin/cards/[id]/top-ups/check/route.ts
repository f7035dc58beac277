import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { moneySchema } from '#lib/core/rules/money-schema.ts'
import { checkDeskTopUp } from '#lib/esims/commands/desk-top-up.ts'
import { topUpFields } from '../top-up-fields.ts'

/** POST /api/admin/cards/[id]/top-ups/check: whether the card takes the plan now, and what it costs. Buys nothing. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject(topUpFields),
    reply: z.object({ total: moneySchema, typed: z.string() }),
  },
  ({ caller, params, body }) => checkDeskTopUp(caller, { cardId: params.id, input: body }),
)
