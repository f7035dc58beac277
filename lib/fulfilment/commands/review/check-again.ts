import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { hastenCheck } from '#lib/core/repository/jobs.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { addEsims, findKnownIccids } from '#lib/esims/repository/esims.ts'
import { expectedCost, toNewEsims } from '#lib/fulfilment/commands/fulfil-item/accept-order.ts'
import { listLaneCandidates, lookUp, orderOfRow } from '#lib/fulfilment/commands/lookup.ts'
import {
  changedMeanwhile,
  type DecidingReview,
  moveFromReview,
  noteDecision,
  type ReviewOutcome,
} from '#lib/fulfilment/commands/review/review-input.ts'
import { livingOrderOf, toRecord } from '#lib/fulfilment/repository/items-in-review.ts'
import { noteProviderStatus } from '#lib/fulfilment/repository/provider-orders.ts'
import { inspectOrder } from '#lib/fulfilment/rules/accepted-order.ts'
import { type Evidence, noteOnItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { readObject } from '#lib/payments/commands/read-payment.ts'
import { PaymentError } from '#lib/payments/providers/index.ts'
import { aboutItem, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { searchOrders } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'

const MONEY_REASONS = ['payment_mismatch', 'disputed', 'refunded_elsewhere', 'refund_refused']

/** Asks network and provider once more about a held line, and keeps what they say. Orders and moves nothing. */
export async function checkAgain(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { item } = deciding.review
  if (MONEY_REASONS.includes(item.reason ?? '')) return checkPayment(deciding)
  const living = livingOrderOf(item)

  return living ? checkOrder(deciding, living.orderNum) : findOrder(deciding)
}

/**
 * Has the worker look for an order of unknown fate now, without waiting for its schedule. What follows stays the worker's to
 * decide, by the same rules. Throws `conflict` with `busy` while it looks, or has just looked.
 */
export async function checkSoon(deciding: DecidingReview): Promise<ReviewOutcome> {
  await transaction(async (tx) => {
    if (!(await hastenCheck(deciding.review.item.id, scaled(TIMERS.missedCheck), tx))) {
      throw new AppError('conflict', 'It is being looked for already.', { reason: 'busy' })
    }
    await noteDecision(deciding, { tx })
  })

  return 'moved'
}

async function checkPayment(deciding: DecidingReview): Promise<ReviewOutcome> {
  const { payment } = deciding.review
  if (!payment) return note(deciding, { outcome: 'nothing', evidence: {} })
  try {
    const object = await readObject(payment)
    if (!object) return 'no_answer'
    const { state, capturedMinor, refundedMinor, amount, isTest } = object
    const evidence = {
      paid: { minor: amount.minor, currency: amount.currency, isTest },
      provider: { state, capturedMinor, refundedMinor },
    }

    return note(deciding, { outcome: 'found', evidence })
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error

    return 'no_answer'
  }
}

/** Reads the item's own order: its status, and the eSIMs that were not known. */
async function checkOrder(deciding: DecidingReview, orderNum: string): Promise<ReviewOutcome> {
  const rows = await readCandidates(deciding.review.item, [orderNum])
  if (rows === null) return 'no_answer'
  const [row] = rows
  if (!row) return note(deciding, { outcome: 'nothing', evidence: { listed: false } })
  const before = deciding.review.item.providerOrders.find((order) => order.orderNum === orderNum)?.status ?? null
  const hasNewEsims = await keepEsims(deciding, row)
  await noteProviderStatus(orderNum, row.status)
  const outcome = hasNewEsims || before !== row.status ? 'found' : 'nothing'

  return note(deciding, { outcome, evidence: { listed: true, status: row.status } })
}

async function keepEsims({ review: { item } }: DecidingReview, row: ProviderOrderRow): Promise<boolean> {
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
  const { item, facts } = deciding.review
  try {
    const since = item.attempts[0]?.sentAt ?? item.createdAt
    const lookup = await lookUp(item, { since })
    if (facts.hasOpenCall && lookup.canLookUp && lookup.misfits.length === 0) return backToWorker(deciding)
    const own = [...lookup.fits, ...lookup.misfits]
    const rows = own.length === 0 && !lookup.canLookUp ? await listLaneCandidates(item, since) : own
    const candidates = rows.map(toCandidate)
    const evidence = { candidates, proposed: candidates.length === 1 ? (candidates[0]?.orderNum ?? null) : null }
    const isNew = candidates.some(({ orderNum }) => !facts.candidates.includes(orderNum))

    return note(deciding, { outcome: isNew ? 'found' : 'nothing', evidence })
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return 'no_answer'
  }
}

async function backToWorker(deciding: DecidingReview): Promise<ReviewOutcome> {
  await transaction(async (tx) => {
    await moveFromReview(deciding, { to: 'UNKNOWN', changes: { reason: null } }, tx)
    await noteDecision(deciding, { tx })
  })

  return 'moved'
}

async function note(
  deciding: DecidingReview,
  { outcome, evidence }: { outcome: 'found' | 'nothing'; evidence: Evidence },
): Promise<ReviewOutcome> {
  const { item, epoch } = deciding.review
  await transaction(async (tx) => {
    const changes = { evidence: { ...toRecord(item.evidence), ...evidence } }
    if (!(await noteOnItem({ id: item.id, epoch }, changes, tx))) throw changedMeanwhile()
    await noteDecision(deciding, { after: { outcome }, tx })
  })

  return outcome
}

/** Reads orders by their numbers as the network lists them now. `null` when it does not answer. */
export async function readCandidates(
  item: Pick<WorkItem, 'id'>,
  orderNums: string[],
): Promise<ProviderOrderRow[] | null> {
  try {
    const rows: ProviderOrderRow[] = []
    for (const orderNum of orderNums) {
      const page = await aboutItem(item.id, () => currentProvider().call(searchOrders, { orderNum }))
      rows.push(...page.rows.filter((row) => row.orderNum === orderNum))
    }

    return rows
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return null
  }
}

/** An order as it is kept among the evidence: nothing secret, nothing long. */
export function toCandidate({ orderNum, skuId, count, status, createdAt, plans }: ProviderOrderRow) {
  const iccids = new Set(plans.flatMap(({ iccid }) => iccid ?? []))

  return { orderNum, skuId, count, status, createdAt: createdAt?.toISOString() ?? null, cards: iccids.size }
}
