import 'server-only'
import type { ProviderPlan } from '#lib/catalog/rules/plan.ts'
import { db } from '#lib/core/repository/client.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { knowFirstOrder } from '#lib/esims/commands/top-up/look-at-esim.ts'
import { readAccepted } from '#lib/esims/commands/top-up/read-accepted.ts'
import { requireTopUpEsim } from '#lib/esims/commands/top-up/top-up-esim.ts'
import { isEsimBusy } from '#lib/esims/repository/top-ups.ts'
import type { Preflight } from '#lib/fulfilment/commands/fulfil-item/preflight.ts'
import type { WorkItem } from '#lib/orders/repository/items.ts'
import { hasDrifted } from '#lib/pricing/rules/pricing.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'

const TOLERANCE_PERCENT = decimal('2')

/** Lets a paid top-up wait while another one of the same eSIM has no clear end. `null` when it is its turn. */
export async function awaitTurn({ id, esimId }: WorkItem): Promise<Preflight | null> {
  const isBusy = esimId !== null && (await isEsimBusy({ id, esimId }, db()))

  return isBusy ? { go: 'wait', ms: scaled(TIMERS.placementRetry) } : null
}

/** Asks once more whether the eSIM takes the plan, however young the offer is: nothing has been taken yet. */
export async function checkTopUp(item: WorkItem): Promise<Preflight> {
  const { quote } = item
  const esim = await requireTopUpEsim(item)
  const { refusal, plans } = await readAccepted(esim, quote.skuId)
  if (refusal === 'going_back' || refusal === 'gone_back') return { go: 'back', reason: 'card_returned' }
  await knowFirstOrder(esim)
  const plan = findPlan(item, plans)
  if (!plan) return { go: 'back', reason: 'top_up_gone' }
  if (hasDrifted(decimal(quote.cost.toString()), plan.cost, TOLERANCE_PERCENT)) {
    return { go: 'back', reason: 'cost_drift' }
  }

  return areDaysAllowed(item, plan) ? { go: 'order', priceId: plan.priceId } : { go: 'back', reason: 'days_changed' }
}

function findPlan({ quote }: WorkItem, plans: ProviderPlan[]): ProviderPlan | null {
  const fitting = plans.filter((plan) =>
    quote.planCode === null ? plan.priceId === quote.priceId : plan.code === quote.planCode,
  )

  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

function areDaysAllowed({ quote }: WorkItem, { kind }: ProviderPlan): boolean {
  if (kind.kind !== 'day_pass') return quote.plan.kind !== 'day_pass'

  return quote.days !== null && quote.days >= kind.minDays && quote.days <= kind.maxDays
}
