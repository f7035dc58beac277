import { z } from 'zod'
import { CHECK_OUTCOMES } from '#lib/domain/admin-cards.ts'
import { mutation } from '#lib/http/route.ts'
import { checkCards } from '#lib/services/cards/check-cards.ts'

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
