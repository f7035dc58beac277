import { z } from 'zod'
import { PRICE_ROUNDINGS, PRICE_SCOPES } from '#lib/pricing/rules/pricing.ts'

const typed = z.string().max(40)

/** What a rule speaks about, as it comes over the wire. */
export const scopeBody = { scope: z.enum(PRICE_SCOPES), scopeKey: z.string().max(64) }

/** The form of a rule as a person typed it: amounts are text, read on this side. */
export const formBody = z.strictObject({
  way: z.enum(['cost_plus', 'price']),
  percent: typed,
  add: typed,
  fixed: typed,
  rounding: z.enum([...PRICE_ROUNDINGS, '']),
  floorPercent: typed,
  floorSum: typed,
})

/** How often the draft had been written when the page was read. */
export const turn = z.int().min(1)

/** The mark of the preview that was shown. */
export const preview = z.string().min(1).max(100)

export const draftParams = z.object({ id: z.string().regex(/^prv_\w{1,40}$/) })

/** Where something was written. */
export const savedReply = z.object({ draftId: z.string(), turn: z.int() })
