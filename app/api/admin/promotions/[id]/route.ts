import { z } from 'zod'
import { promotionForm, promotionParams } from '#app/api/admin/promotions/body.ts'
import { mutation } from '#lib/core/http/route.ts'
import { changePromotion } from '#lib/pricing/commands/promotions/save-promotion.ts'

/** POST /api/admin/promotions/[id]: changes a promotion for orders from now on. */
export const POST = mutation(
  {
    caller: 'staff',
    params: promotionParams,
    body: z.strictObject({ turn: z.int().positive(), form: promotionForm }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await changePromotion(caller, { ...params, turn: body.turn }, body.form)

    return {}
  },
)
