import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { checkCards } from '#lib/esims/commands/cards/check-cards.ts'
import { CHECK_OUTCOMES } from '#lib/esims/rules/admin-cards.ts'

const row = z.object({
  text: z.string(),
  outcome: z.enum(CHECK_OUTCOMES),
  said: z.string().nullable(),
  profileStatus: z.string().nullable(),
  expiresAt: z.date().nullable(),
  canTopUp: z.boolean().nullable(),
  hasDevice: z.boolean().nullable(),
  card: z.object({ id: z.string(), orderId: z.string(), number: z.string() }).nullable(),
})

/** POST /api/admin/cards/check: what the network says about pasted card numbers, one row per entry. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ numbers: z.string().max(50_000) }),
    reply: z.object({ calls: z.int(), rows: z.array(row) }),
  },
  ({ caller, body }) => checkCards(caller, body.numbers),
)
