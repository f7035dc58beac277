import 'server-only'
import type { CardToTopUp } from '#lib/esims/repository/top-ups.ts'
import { type CardPlanView, toTimeline } from '#lib/esims/rules/top-up.ts'
import { currentUpstream } from '#lib/provider/commands/upstream.ts'
import { searchOrders } from '#lib/provider/index.ts'
import { isUpstreamFailure } from '#lib/provider/rules/upstream-failure.ts'
import { iccidSchema } from '#lib/provider/rules/upstream-ids.ts'

const PAGE_SIZE = 100

/** The plans on a card as the network lists them, with when it was asked. */
export type Timeline = { plans: CardPlanView[]; readAt: Date }

/** Asks the upstream which plans are on a card. `null` when it gave no answer, or none that shows the card. */
export async function readTimeline(card: Pick<CardToTopUp, 'iccid'>): Promise<Timeline | null> {
  try {
    const { rows } = await currentUpstream().call(searchOrders, {
      iccid: iccidSchema.parse(card.iccid),
      pageSize: PAGE_SIZE,
    })
    const readAt = new Date()
    const plans = toTimeline(rows, card.iccid, readAt)

    // A card that was sold has a plan: an empty list says nothing about it.
    return plans.length === 0 ? null : { plans, readAt }
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error

    return null
  }
}
