import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { hastenCheck } from '#lib/core/repository/jobs.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { addEsims, findKnownIccids } from '#lib/esims/repository/esims.ts'
import { expectedCost, toNewEsims } from '#lib/fulfilment/commands/fulfil-item/accept-order.ts'
import { listLaneCandidates, lookUp, orderOfRow, toCandidate } from '#lib/fulfilment/commands/lookup.ts'
import { readPaymentOf } from '#lib/fulfilment/commands/review/judge-money.ts'
import {
  carryOut,
  changedMeanwhile,
  type DecidingReview,
  moveFromReview,
  type ReviewOutcome,
} from '#lib/fulfilment/commands/review/review-input.ts'
import { livingOrderOf } from '#lib/fulfilment/repository/items-in-review.ts'
import { noteProviderStatus } from '#lib/fulfilment/repository/provider-orders.ts'
import { inspectOrder } from '#lib/fulfilment/rules/accepted-order.ts'
import { isAboutMoney } from '#lib/fulfilment/rules/review-actions.ts'
import { type Evidence, evidenceOf, noteOnItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { aboutItem } from '#lib/provider/commands/current-provider.ts'
import { searchPage } from '#lib/provider/commands/order-pages.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'

/** Asks network and provider once more about an item in review, and keeps what they say. Orders and moves nothing. */
export async function checkAgain(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item } = deciding
  if (item.state === 'UNKNOWN') return checkSoon(deciding)
  if (isAboutMoney(item.reason)) return checkPayment(deciding)
  const living = livingOrderOf(item)

  return living ? checkOrder(deciding, living.orderNum) : findOrder(deciding)
}

/**
 * Has the worker look for an order of unknown fate now, without waiting for its schedule. What follows stays the worker's to
 * decide, by the same rules. Throws `conflict` with `busy` while it looks, or has just looked.
 */
async function checkSoon(deciding: DecidingReview): Promise<ReviewOutcome> {
  return carryOut(deciding, async (tx) => {
    if (await hastenCheck(deciding.item.id, scaled(TIMERS.missedCheck), tx)) return
    throw new AppError('conflict', 'It is being looked for already.', { reason: 'busy' })
  })
}

async function checkPayment(deciding: DecidingReview): Promise<ReviewOutcome> {
  if (!deciding.payment) return note(deciding, { outcome: 'nothing', evidence: {} })
  const { object } = await readPaymentOf(deciding)
  const { state, capturedMinor, refundedMinor, amount, isTest } = object
  const evidence = {
    paid: { minor: amount.minor, currency: amount.currency, isTest },
    provider: { state, capturedMinor, refundedMinor },
  }

  return note(deciding, { outcome: 'found', evidence })
}

/** Reads the item's own order: its status, and the eSIMs that were not known. */
async function checkOrder(deciding: DecidingReview, orderNum: string): Promise<ReviewOutcome> {
  const [row] = await readCandidates(deciding.item, [orderNum])
  if (!row) return note(deciding, { outcome: 'nothing', evidence: { listed: false } })
  const before = deciding.item.providerOrders.find((order) => order.orderNum === orderNum)?.status ?? null
  const hasNewEsims = await keepEsims(deciding, row)
  await noteProviderStatus(orderNum, row.status)
  const outcome = hasNewEsims || before !== row.status ? 'found' : 'nothing'

  return note(deciding, { outcome, evidence: { listed: true, status: row.status } })
}

async function keepEsims({ item }: DecidingReview, row: ProviderOrderRow): Promise<boolean> {
  const order = orderOfRow(row)
  if (item.esims.length > 0 || order.esims.length === 0) return false
  const iccids = order.esims.flatMap(({ iccid }) => iccid ?? [])

  return transaction(async (tx) => {
    const { esims } = inspectOrder(order, {
      count: item.quote.count,
      priceId: null,
      cost: await expectedCost(item, tx),
      isOrderKnown: false,
      knownIccids: await findKnownIccids(iccids, tx),
    })

    return (await addEsims(toNewEsims(item, row.orderNum, esims), tx)) > 0
  })
}

/** Looks for an order that we do not know. Where a look-up proves something, the worker draws the conclusion. */
async function findOrder(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item, facts } = deciding
  const since = item.attempts[0]?.sentAt ?? item.createdAt
  const lookup = await lookUp(item, { since })
  if (facts.hasOpenCall && lookup.canLookUp && lookup.misfits.length === 0) {
    return carryOut(deciding, (tx) => moveFromReview(deciding, { to: 'UNKNOWN', changes: { reason: null } }, tx))
  }
  const own = [...lookup.fits, ...lookup.misfits]
  const isLane = own.length === 0 && !lookup.canLookUp
  const { rows, isWhole } = isLane ? await listLaneCandidates(item, since) : { rows: own, isWhole: true }
  const candidates = rows.map(toCandidate)
  const isOnly = isWhole && candidates.length === 1
  const evidence = { candidates, isLane, proposed: isOnly ? (candidates[0]?.orderNum ?? null) : null }
  const isNew = candidates.some(({ orderNum }) => !facts.candidates.includes(orderNum))

  return note(deciding, { outcome: isNew ? 'found' : 'nothing', evidence })
}

async function note(
  deciding: DecidingReview,
  { outcome, evidence }: { outcome: 'found' | 'nothing'; evidence: Evidence },
): Promise<ReviewOutcome> {
  const { item, epoch } = deciding
  await carryOut(deciding, async (tx) => {
    const changes = { evidence: { ...evidenceOf(item.evidence), ...evidence } }
    if (!(await noteOnItem({ id: item.id, epoch }, changes, tx))) throw changedMeanwhile()

    return { after: { outcome } }
  })

  return outcome
}

/** Reads orders by their numbers as the network lists them now. Rejects with `ProviderError`. */
export async function readCandidates(
  item: Pick<WorkItem, 'id'>,
  orderNums: readonly string[],
): Promise<ProviderOrderRow[]> {
  const rows: ProviderOrderRow[] = []
  for (const orderNum of orderNums) {
    const page = await aboutItem(item.id, () => searchPage({ orderNum }))
    rows.push(...page.rows.filter((row) => row.orderNum === orderNum))
  }

  return rows
}
