import { z } from 'zod'
import { PROMOTION_PLANS } from '#lib/pricing/rules/promotion.ts'

const typed = z.string().max(80)

/** A promotion as its form sends it: texts as they were typed. */
export const promotionForm = z.strictObject({
  code: typed,
  title: typed,
  kind: z.enum(['percent', 'sum']),
  ...{ value: typed, minimum: typed, totalLimit: typed, personLimit: typed, from: typed, until: typed },
  timeZone: typed,
  skuIds: z.array(z.int().positive()).max(300),
  planKind: z.enum([...PROMOTION_PLANS, '']),
  stacks: z.boolean(),
  maySellUnderFloor: z.boolean(),
})

export const promotionParams = z.object({ id: z.string().regex(/^prm_\w{1,40}$/) })
