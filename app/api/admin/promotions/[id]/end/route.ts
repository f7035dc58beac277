import { z } from 'zod'
import { promotionParams } from '#app/api/admin/promotions/body.ts'
import { mutation } from '#lib/core/http/route.ts'
import { endPromotion } from '#lib/pricing/commands/promotions/save-promotion.ts'

/** POST /api/admin/promotions/[id]/end: ends a promotion at once and for good. */
export const POST = mutation(
  {
    caller: 'staff',
    params: promotionParams,
    body: z.strictObject({ turn: z.int().positive() }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await endPromotion(caller, { ...params, ...body })

    return {}
  },
)
