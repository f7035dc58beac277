import { z } from 'zod'
import type { PromotionForm, PromotionTerms } from '#lib/pricing/rules/promotion-edit.ts'

const id = z
  .string()
  .regex(/^prm_\w{1,40}$/)
  .nullable()
  .catch(null)

/** How a promotion stands: it counts while it is `running`. */
export const PROMOTION_STATES = ['running', 'scheduled', 'used_up', 'expired', 'ended'] as const
export type PromotionState = (typeof PROMOTION_STATES)[number]

/** What the address of the list says. Whatever cannot be read is left out, never an error. */
export const promotionFilterSchema = z.object({
  q: z.string().trim().max(100).catch(''),
  state: z.enum(PROMOTION_STATES).nullable().catch(null),
  after: id,
  edit: id,
})
export type PromotionFilter = z.output<typeof promotionFilterSchema>

/** A promotion in the list, with the orders that hold it and what it took off them, in minor units. */
export type PromotionRow = PromotionTerms & {
  id: string
  turn: number
  currency: string
  state: PromotionState
  used: number
  givenMinor: number
  /** Names of the destinations it is kept to. */
  places: string[]
}

/** The page of promotions: one page of them, newest first, and the one that is edited. */
export type PromotionsPage = {
  rows: PromotionRow[]
  older: string | null
  currency: string
  mayChange: boolean
  edited: { id: string; turn: number; form: PromotionForm } | null
  destinations: { id: number; name: string }[]
}

/** Returns how a promotion stands at an instant. */
export function promotionState(
  { startsAt, endsAt, endedAt, totalLimit, used }: PromotionTimes,
  now: Date,
): PromotionState {
  if (endedAt !== null) return 'ended'
  if (endsAt !== null && endsAt <= now) return 'expired'
  if (totalLimit !== null && used >= totalLimit) return 'used_up'

  return startsAt > now ? 'scheduled' : 'running'
}

type PromotionTimes = Pick<PromotionTerms, 'startsAt' | 'endsAt' | 'totalLimit'> & {
  endedAt: Date | null
  used: number
}
