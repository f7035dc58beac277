import 'server-only'
import { noteStock } from '#lib/catalog/repository/catalog-mirror.ts'
import { findQuotedPlan, isHollow, mayListUnread, takesDays } from '#lib/catalog/rules/plan.ts'
import { salesPaused } from '#lib/checkout/commands/sales-pause.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { awaitTurn, checkTopUp } from '#lib/esims/commands/send-top-up.ts'
import { lookUp } from '#lib/fulfilment/commands/lookup.ts'
import { hasLivingOrders } from '#lib/fulfilment/repository/items-in-review.ts'
import { isSlotFree, takeSlot } from '#lib/fulfilment/repository/slots.ts'
import type { WorkItem } from '#lib/orders/repository/items.ts'
import type { ExitReason, ReviewReason } from '#lib/orders/rules/item-states.ts'
import { findPayingPayment } from '#lib/payments/repository/payments.ts'
import { hasDrifted } from '#lib/pricing/rules/pricing.ts'
import { getCapabilities } from '#lib/provider/commands/capabilities.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { leaseTimes, scaled } from '#lib/provider/commands/throttle.ts'
import { checkStock, listPlans, toProviderDate } from '#lib/provider/index.ts'
import { isShut } from '#lib/provider/repository/breakers.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { type PriceId, priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import { IN_FLIGHT } from '#lib/settings/rules/settings.ts'

/**
 * Whether a paid line may be ordered now. `found` means that it has been ordered already; `listed` are the orders that stand
 * on the eSIM of a top-up before it.
 */
export type Preflight =
  | { go: 'order'; priceId: PriceId; listed?: string[] }
  | { go: 'wait'; ms: number }
  | { go: 'back'; reason: ExitReason }
  | { go: 'hold'; reason: ReviewReason; candidates?: ProviderOrderRow[] }
  | { go: 'found'; rows: ProviderOrderRow[] }

/** Asks everything that must be true before an order leaves: money, switches, plan, price, stock, and no order yet. */
export async function preflight(item: WorkItem, now: Date): Promise<Preflight> {
  const known = (await checkOurs(item, now)) ?? (await checkSwitches(item, now))
  if (known) return known
  // Behind an outage hundreds of lines wait: only who may be called next asks the network, and tries to order.
  if (!(await isPlaceFree(item.id)) || (await isShut('placements'))) return { go: 'wait', ms: scaled(TIMERS.slotPause) }
  try {
    const found = await checkReference(item, now)

    return found ?? (item.kind === 'RENEWAL' ? await checkTopUp(item) : await checkPlan(item, now))
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return { go: 'wait', ms: scaled(TIMERS.placementRetry) }
  }
}

async function checkOurs(item: WorkItem, now: Date): Promise<Preflight | null> {
  // Bought once, whatever brought the item here again.
  if (hasLivingOrders(item)) return { go: 'hold', reason: 'order_differs' }
  if (item.cancelRequestedAt) return { go: 'back', reason: 'cancelled' }
  if (item.deadlineAt && item.deadlineAt <= now) return { go: 'back', reason: 'deadline' }
  const payment = await findPayingPayment(item.orderId)
  if (payment?.state === 'DISPUTED') return { go: 'hold', reason: 'disputed' }
  if (payment?.state !== 'AUTHORISED' && payment?.state !== 'CAPTURED' && payment?.state !== 'CAPTURING') {
    return { go: 'back', reason: 'payment_lost' }
  }
  const closed = await salesPaused()

  return closed === 'placements_refused' || closed === 'recovery'
    ? { go: 'wait', ms: scaled(TIMERS.placementRetry) }
    : null
}

async function checkSwitches(item: WorkItem, now: Date): Promise<Preflight | null> {
  // The contract names every parameter of a top-up: nothing about it can be switched off. It may have to wait its turn.
  if (item.kind === 'RENEWAL') return awaitTurn(item)
  const { sendsDays, sendsStartDate } = await getCapabilities()
  const { days, startDate } = item.quote
  if (days !== null && !sendsDays) return { go: 'back', reason: 'days_off' }
  if (startDate === null) return null
  if (!sendsStartDate) return { go: 'back', reason: 'start_date_off' }

  return startDate < toProviderDate(now) ? { go: 'back', reason: 'start_date_past' } : null
}

/** A line that waited, or was tried before, may have been ordered by a process that could not tell us. */
async function checkReference(item: WorkItem, now: Date): Promise<Preflight | null> {
  const waitedMs = now.getTime() - (item.readyAt ?? item.createdAt).getTime()
  if (item.attempts.length === 0 && waitedMs <= scaled(TIMERS.readyTooLong)) return null
  const lookup = await lookUp(item, { since: item.attempts[0]?.sentAt ?? item.createdAt })
  if (lookup.fits.length > 0) return { go: 'found', rows: lookup.fits }
  const isBeingJudged = item.attempts.some(({ state }) => state === 'ABSENT')
  // What an eSIM was topped up with elsewhere is none of its item's business, unless a call of the item may have done it.
  const candidates = item.kind === 'RENEWAL' && !isBeingJudged ? [] : lookup.misfits
  if (candidates.length > 0) return { go: 'hold', reason: 'misfit', candidates }
  if (isBeingJudged && !lookup.isClean) return { go: 'wait', ms: scaled(TIMERS.placementRetry) }

  return null
}

async function checkPlan(item: WorkItem, now: Date): Promise<Preflight> {
  const { quote } = item
  const isFresh = now.getTime() - quote.checkedAt.getTime() <= scaled(TIMERS.readingsAreFresh)
  if (isFresh) return { go: 'order', priceId: priceIdSchema.parse(quote.priceId) }
  const skuId = skuIdSchema.parse(quote.skuId)
  const list = await currentProvider().call(listPlans, { skuId })
  if (isHollow(list)) return { go: 'wait', ms: scaled(TIMERS.placementRetry) }
  const plan = findQuotedPlan(item.quote, list.plans)
  if (!plan && mayListUnread(quote, list)) return { go: 'wait', ms: scaled(TIMERS.placementRetry) }
  if (!plan || plan.kind.kind === 'unsold') return { go: 'back', reason: 'plan_gone' }
  if (hasDrifted(decimal(quote.cost.toString()), plan.cost)) return { go: 'back', reason: 'cost_drift' }
  if (!takesDays(plan, quote.days)) return { go: 'back', reason: 'days_changed' }
  // The plan has come to need a first day since it was offered, and nobody was asked for one.
  if (plan.needsStartDate && quote.startDate === null) return { go: 'back', reason: 'plan_gone' }
  const { priceId } = plan
  const stock = await currentProvider().call(checkStock, { skuId, priceId, count: quote.count })
  await noteStock(quote, stock)
  if (stock === 'sold_out') return { go: 'back', reason: 'sold_out' }

  return stock === 'available' ? { go: 'order', priceId } : { go: 'wait', ms: scaled(TIMERS.placementRetry) }
}

/** Takes a place for the order call of an item, as many as the owner grants over all processes. `false`: all are taken. */
export async function takePlace(itemId: string, tx: Tx): Promise<boolean> {
  return takeSlot({ kind: 'placement', owner: itemId, leaseMs: leaseTimes().leaseMs, max: await max(tx) }, tx)
}

/** Tells whether the item would find a place now. Somebody else may still be first. */
async function isPlaceFree(itemId: string): Promise<boolean> {
  return isSlotFree({ kind: 'placement', owner: itemId, max: await max() })
}

async function max(client: Tx = db()): Promise<number> {
  const { 'orders.inFlight': chosen } = await readSettings(['orders.inFlight'], client)

  return chosen ?? IN_FLIGHT.usual
}
