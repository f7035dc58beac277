import { z } from 'zod'
import { promotionForm } from '#app/api/admin/promotions/body.ts'
import { mutation } from '#lib/core/http/route.ts'
import { createPromotion } from '#lib/pricing/commands/promotions/save-promotion.ts'

/** POST /api/admin/promotions: makes a promotion. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ form: promotionForm }),
    reply: z.object({ id: z.string() }),
  },
  ({ caller, body }) => createPromotion(caller, body.form),
)
