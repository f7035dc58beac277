import type { EsimCancelState } from '#lib/cancellations/rules/cancellation-readings.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import { ORDER_STATUS, type ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'

/**
 * Why nothing can be put on an eSIM: it is not here yet, goes back or went back, its own plan forbids it, the network
 * says no, or the network names no plan for it.
 */
export const TOP_UP_REFUSALS = [
  'not_ready',
  'going_back',
  'gone_back',
  'plan_refuses',
  'card_refuses',
  'nothing_fits',
] as const
export type TopUpRefusal = (typeof TOP_UP_REFUSALS)[number]

/** Tells whether a plan can be put on an eSIM that is there already: it must allow it, and needs no first day. */
export function takesPlanLater(plan: { canTopUp: boolean; needsStartDate: boolean }): boolean {
  return plan.canTopUp && !plan.needsStartDate
}

/** An eSIM as our own rows know it. `canTopUp` is what was said about its plan when it was bought. */
export type OwnedEsim = { state: ItemState; cancelState: EsimCancelState; canTopUp: boolean }

const GOING_BACK: readonly EsimCancelState[] = ['ASKED', 'SENT', 'OPEN']
const GONE_BACK: readonly EsimCancelState[] = ['CONFIRMED', 'MONEY_DUE', 'MONEY_BACK']

/** Returns why an eSIM cannot be topped up as far as we know ourselves, `null` when only the network can tell. */
export function ownRefusal({ state, cancelState, canTopUp }: OwnedEsim): TopUpRefusal | null {
  if (GONE_BACK.includes(cancelState) || state === 'CANCELLED') return 'gone_back'
  if (state !== 'DELIVERED') return 'not_ready'
  if (GOING_BACK.includes(cancelState)) return 'going_back'

  return canTopUp ? null : 'plan_refuses'
}

const RANKS = { ended: 0, running: 1, waiting: 2 }

/**
 * Returns the plans of one eSIM in the order in which they count: ended; running, which have begun and not ended; waiting, which
 * have no beginning yet. `usedMb` is `null` when not reported, the dates when there is none.
 */
export function toTimeline(rows: readonly ProviderOrderRow[], iccid: string, now: Date) {
  const plans = rows
    .filter(({ status }) => status !== ORDER_STATUS.cancelled)
    .flatMap((row) =>
      row.plans
        .filter((plan) => plan.iccid === iccid)
        .map((plan) => ({
          orderedAt: row.createdAt?.getTime() ?? 0,
          orderNum: row.orderNum,
          state: stateOf(plan, now),
          isTopUp: row.isTopUp === true,
          isDayPass: plan.isDayPass === true,
          amount: plan.dataAmount,
          days: plan.validityDays,
          usedMb: plan.usedMb,
          beginsAt: plan.beginsAt,
          endsAt: plan.endsAt,
        })),
    )
  const at = (plan: (typeof plans)[number]) => plan.beginsAt?.getTime() ?? plan.orderedAt
  plans.sort((a, b) => RANKS[a.state] - RANKS[b.state] || at(a) - at(b) || a.orderNum.localeCompare(b.orderNum))

  return plans.map(({ orderedAt: _, ...plan }) => plan)
}

function stateOf(plan: { beginsAt: Date | null; endsAt: Date | null }, now: Date): keyof typeof RANKS {
  if (plan.endsAt !== null && plan.endsAt <= now) return 'ended'

  return plan.beginsAt !== null && plan.beginsAt <= now ? 'running' : 'waiting'
}

/** A plan on an eSIM, as the network lists it. */
export type EsimPlanView = ReturnType<typeof toTimeline>[number]

/**
 * Whether the data of a new plan can be used today. `today`: nothing on the eSIM has to end first. `waits`: the network
 * lets plans of this eSIM follow each other; `from` is when the last known one ends, `null` where nobody can say.
 * `unknown`: the network does not say; `from` is when it is certain at the latest, `null` where it never is.
 */
export type TopUpStart = { kind: 'today' | 'waits' | 'unknown'; from: Date | null }

/** Returns what is known about the start of a new plan. `timeline` is `null` when the eSIM could not be read. */
export function startOfTopUp(timeline: readonly EsimPlanView[] | null): TopUpStart {
  if (timeline === null) return { kind: 'unknown', from: null }
  const running = timeline.filter(({ state }) => state === 'running')
  const waiting = timeline.filter(({ state }) => state === 'waiting')
  if (running.length === 0 && waiting.length === 0) return { kind: 'today', from: null }
  const ends = running.map(({ endsAt }) => endsAt)
  const isDated = ends.length > 0 && waiting.length === 0 && ends.every((end) => end !== null)
  const from = isDated ? new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0))) : null
  // A top-up that waits beside a running plan shows how the network does it with this eSIM.
  const isQueue = running.length > 0 && waiting.some(({ isTopUp }) => isTopUp)

  return { kind: isQueue ? 'waits' : 'unknown', from }
}
