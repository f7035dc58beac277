import 'server-only'
import fs from 'node:fs/promises'
import path from 'node:path'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction, withLock } from '#lib/core/repository/client.ts'
import { claimOne, databaseNow, finishLease, type Lease } from '#lib/core/repository/leases.ts'
import { putInReviewWithin } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import { type LookUp, listLaneCandidates, lookUp } from '#lib/fulfilment/commands/lookup.ts'
import { reapplyErasures } from '#lib/fulfilment/commands/recover-erasures.ts'
import { rebuildOrder } from '#lib/fulfilment/commands/recover-order.ts'
import { claimer, withLease } from '#lib/fulfilment/commands/with-lease.ts'
import { findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import {
  beginRecovery,
  endRecovery,
  moveMark,
  noteRecovery,
  type RecoveryState,
  recoveryState,
} from '#lib/fulfilment/repository/recovery.ts'
import {
  attachObject,
  doubtCancellations,
  findPaymentOfObject,
  listMovingProviders,
  listUnsettledItems,
  mayBePaidUnseen,
  wasDiscrepancyOpened,
} from '#lib/fulfilment/repository/recovery-rows.ts'
import { RECOVERY_STEPS, type RecoveryCounts, type RecoveryStep } from '#lib/fulfilment/rules/recovery.ts'
import {
  addUnknownAttempt,
  evidenceOf,
  getWorkItem,
  moveItem,
  moveItemsOfOrder,
  noteOnItem,
  type WorkItem,
} from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ItemState, ReviewReason } from '#lib/orders/rules/item-states.ts'
import { isTestMoney, paymentProvider } from '#lib/payments/commands/payments.ts'
import { readNews, settlePayment } from '#lib/payments/commands/settle-payment.ts'
import type { PaymentProvider, ProviderPayment } from '#lib/payments/providers/index.ts'
import { getPayment } from '#lib/payments/repository/payments.ts'
import { daysAround, orderListReader, readOrderPages, readReferences } from '#lib/provider/commands/order-pages.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { CLOCK_TOLERANCE_MS, ORDER_STATUS, type ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'

/** What a look leads to. `found`: ordered already, the worker takes the order over. */
type Verdict = 'found' | 'held' | 'open' | 'not_ordered'

/** The moves that make a line one of unknown fate, which the worker then reconciles as it always does. */
const TO_UNKNOWN: Partial<Record<ItemState, ItemState[]>> = {
  READY: ['PLACING', 'UNKNOWN'],
  REJECTED: ['READY', 'PLACING', 'UNKNOWN'],
  PLACING: ['UNKNOWN'],
}

/** Asks the provider about every item that is not finally settled, before anything may be placed for it. */
async function lookUpItems(pass: RecoveryPass): Promise<Record<Verdict | 'cancellations', number>> {
  const counts = { found: 0, held: 0, open: 0, not_ordered: 0, cancellations: await doubtCancellations() }
  for (const id of await listUnsettledItems()) {
    const item = await getWorkItem(id)
    if (item) counts[await judge(item, pass)] += 1
  }

  return counts
}

async function judge(item: WorkItem, pass: RecoveryPass): Promise<Verdict> {
  const lookup = await lookUp(item, { since: item.createdAt })
  const rows = [...lookup.fits, ...lookup.misfits]
  for (const { orderNum } of rows) pass.assigned.add(orderNum)
  if (item.state === 'UNKNOWN') return 'open'
  if (item.state === 'PLACING') return doubt(item)
  if (item.state === 'HELD') return rows.length > 0 ? propose(item, rows) : 'open'
  if (item.state === 'AWAITING_PAYMENT') return judgeUnpaid(item, lookup, pass)
  if (lookup.fits.length > 0) return doubt(item)
  if (rows.length > 0) return putInReview(item, { rows, reason: 'recovered' })
  const reason = isRebuilt(item) ? 'rebuilt' : 'recovered'
  const held = lookup.isClean ? null : await reviewLane(item, reason, pass)
  if (held) return held

  return reason === 'rebuilt' ? putInReview(item, { rows: [], reason }) : 'not_ordered'
}

/** What a payment provider says is unpaid was never ordered. Of a transfer only our lost rows told that it had come. */
async function judgeUnpaid(item: WorkItem, lookup: LookUp, pass: RecoveryPass) {
  const rows = [...lookup.fits, ...lookup.misfits]
  const reason = 'order_unpaid'
  if (rows.length > 0) return putInReview(item, { rows, reason })
  if (lookup.isClean || !(await mayBePaidUnseen(item.orderId, PROVIDERS))) return 'open'

  return (await reviewLane(item, reason, pass)) ?? 'open'
}

/**
 * Gives an item to a person unless the list of what was bought since it was made shows nothing that could be it: that proves
 * what no reference can, as long as the list is whole.
 */
async function reviewLane(
  item: WorkItem,
  reason: ReviewReason,
  { assigned, readList }: RecoveryPass,
): Promise<Verdict | null> {
  const { rows, isWhole } = await listLaneCandidates(item, item.createdAt, readList)
  for (const { orderNum } of rows) assigned.add(orderNum)

  return rows.length > 0 || !isWhole ? putInReview(item, { rows, reason, isLane: true, isWhole }) : null
}

/** Gives a line an attempt of unknown fate: the order that stands at the provider is adopted, or found absent in due time. */
async function doubt(item: WorkItem): Promise<Verdict> {
  await withItemLease(item, async (lease, tx) => {
    let from: ItemState = item.state
    for (const to of TO_UNKNOWN[item.state] ?? []) {
      const changes = { unknownSince: await databaseNow(tx) }
      if (!(await moveItem(lease, { from, to, changes }, tx))) throw new Error('The line has moved.')
      from = to
    }
    await addUnknownAttempt(item, tx)
    await recordOrderEvent(
      { orderId: item.orderId, itemId: item.id, kind: 'unknown', data: { reason: 'recovered' } },
      tx,
    )
  })

  return 'found'
}

async function putInReview(item: WorkItem, { reason, ...found }: Found & { reason: ReviewReason }): Promise<Verdict> {
  const from = item.state
  await withItemLease(item, async (lease, tx) => {
    await putInReviewWithin(item, { lease, exit: { from, reason, evidence: toEvidence(found) }, tx })
  })

  return 'held'
}

/** A line that a person has to decide about anyway gets what was found added to its evidence. */
async function propose(item: WorkItem, rows: ProviderOrderRow[]): Promise<Verdict> {
  await withItemLease(item, async (lease, tx) => {
    await noteOnItem(lease, { evidence: { ...evidenceOf(item.evidence), ...toEvidence({ rows }) } }, tx)
  })

  return 'held'
}

async function withItemLease(item: WorkItem, work: (lease: Lease, tx: Tx) => Promise<void>): Promise<void> {
  const lease = await claimOne('Line', { ...claimer(), id: item.id })
  if (!lease) throw new Error('A line is held by another process.')
  try {
    await transaction((tx) => work(lease, tx))
  } finally {
    await finishLease('Line', lease, 0)
  }
}

/** What stands for an item. `isLane`: found without our reference, so that it may be somebody else's. */
type Found = { rows: ProviderOrderRow[]; isLane?: boolean; isWhole?: boolean }

function toEvidence({ rows, isLane = false, isWhole = true }: Found) {
  const nothing = isWhole ? 'refund' : null

  return {
    candidates: rows.map(({ orderNum, skuId, count, status }) => ({ orderNum, skuId, count, status })),
    isLane,
    proposed: isWhole && rows.length === 1 ? (rows[0]?.orderNum ?? null) : null,
    proposal: rows.length === 0 ? nothing : 'adopt',
  }
}

function isRebuilt({ order: { consent } }: WorkItem): boolean {
  return typeof consent === 'object' && consent !== null && 'rebuilt' in consent
}

// A bank transfer has no other book than ours: what is lost there, only the bank's statement tells.
const PROVIDERS = ['stripe', 'test']
const NEVER_MORE = ['voided', 'failed', 'expired']

type FoundPayment = 'known' | 'rebuilt' | 'unknown' | 'foreign'

/** Reads every payment of the window from its provider's list: known ones are judged anew, lost orders are rebuilt. */
async function readPaymentsAgain({ from }: RecoveryPass): Promise<Record<FoundPayment, number>> {
  const counts = { known: 0, rebuilt: 0, unknown: 0, foreign: 0 }
  for (const provider of await providersToQuery(from)) {
    for await (const object of provider.listPayments({ since: from })) {
      counts[await readObjectAgain(provider, object)] += 1
    }
  }

  return counts
}

async function providersToQuery(from: Date): Promise<PaymentProvider[]> {
  const moving = await listMovingProviders(from, isTestMoney())

  return PROVIDERS.flatMap((name) => {
    try {
      return [paymentProvider(name)]
    } catch (error) {
      // Money of this provider is under way: without it the store cannot know what was paid.
      if (moving.includes(name)) throw error

      return []
    }
  })
}

async function readObjectAgain(provider: PaymentProvider, object: ProviderPayment): Promise<FoundPayment> {
  const ids = { paymentId: object.metadata.paymentId ?? null, objectId: object.id, sessionId: object.sessionId }
  const known = await findPaymentOfObject(provider.name, ids)
  if (known) {
    if (known.state === 'INTENDED') await attachObject(known.id, { objectId: object.id, sessionId: object.sessionId })
    await judgeAgain(known.id, object)

    return 'known'
  }
  if (!object.metadata.orderId || !object.metadata.paymentId) return 'foreign'
  const isOver = NEVER_MORE.includes(object.state)
  if (isOver || (object.capturedMinor > 0 && object.refundedMinor >= object.capturedMinor)) return 'foreign'
  const paymentId = await rebuildOrder(provider.name, object)
  if (paymentId === null) return 'unknown'
  await judgeAgain(paymentId, object)

  return 'rebuilt'
}

/** Brings a payment to what its provider says now, and keeps its items from being bought for money that went back. */
async function judgeAgain(paymentId: string, object: ProviderPayment): Promise<void> {
  const before = await getPayment(paymentId)
  const wasProven = before?.state === 'AUTHORISED' || before?.state === 'CAPTURED' || before?.state === 'DISPUTED'
  if (!wasProven) await settlePayment(paymentId)
  await refreshPayment(paymentId)
  if (object.refundedMinor > 0) await reviewRefunded(paymentId, object.refundedMinor)
}

async function refreshPayment(paymentId: string): Promise<void> {
  const lease = await claimOne('Payment', { ...claimer(), id: paymentId })
  if (!lease) throw new Error('A payment is held by another process.')
  await withLease('Payment', lease, async () => {
    const payment = await getPayment(paymentId)
    if (payment?.state === 'AUTHORISED' || payment?.state === 'CAPTURED') await readNews(payment, lease)

    // Due at once: whatever is left to do is the worker's, when the store is open again.
    return 0
  })
}

async function reviewRefunded(paymentId: string, refundedMinor: number): Promise<void> {
  await transaction(async (tx) => {
    const payment = await getPayment(paymentId, tx)
    if (!payment) return
    const ours = await sumRefundsOfPayment(paymentId, tx)
    if (refundedMinor <= ours) return
    const { orderId } = payment
    const evidence = { atProvider: refundedMinor, ours }
    const changes = { reason: 'refunded_elsewhere' satisfies ReviewReason, evidence }
    let held = 0
    for (const from of ['READY', 'REJECTED'] as const) {
      held += await moveItemsOfOrder(orderId, { from, to: 'HELD', changes }, tx)
    }
    const differing = { kind: 'refund_differs', subject: paymentId, mark: `refunded:${refundedMinor}` } as const
    await openDiscrepancy({ ...differing, orderId, evidence }, tx)
    if (held > 0) await recordOrderEvent({ orderId, kind: 'held', data: { reason: changes.reason } }, tx)
  })
}

const KIND = 'upstream_order_unknown'

/** Lists what was bought provider in the window, and opens a difference for each living order that no line claims. */
async function findUnknownOrders({ from, assigned }: RecoveryPass): Promise<Record<'listed' | 'unknown', number>> {
  const { rows } = await readOrderPages({ created: daysAround(from) })
  const claimed = await findClaimed(rows.map((row) => row.orderNum))
  const earliest = from.getTime() - CLOCK_TOLERANCE_MS
  const unknown = rows.filter(
    ({ orderNum, status, createdAt }) =>
      status !== ORDER_STATUS.cancelled &&
      !claimed.has(orderNum) &&
      !assigned.has(orderNum) &&
      (createdAt === null || createdAt.getTime() >= earliest),
  )
  const references = await readReferences(unknown)
  for (const row of unknown) {
    // What a person has settled before stays settled.
    if (await wasDiscrepancyOpened(KIND, row.orderNum)) continue
    const { orderNum, skuId, count, status, total, isTopUp, createdAt } = row
    const itemRef = references.get(orderNum) ?? null
    const evidence = {
      skuId,
      count,
      status,
      total,
      isTopUp,
      createdAt: createdAt?.toISOString() ?? null,
      lineRef: itemRef,
    }
    await openDiscrepancy({ kind: KIND, subject: orderNum, evidence })
  }

  return { listed: rows.length, unknown: unknown.length }
}

const HOUR_MS = 3_600_000
const WINDOW_MS = 72 * HOUR_MS
// A session that was open at the backup may have been paid after it.
const BEFORE_LOSS_MS = 2 * HOUR_MS

/**
 * One pass of a recovery: from when on it asks, the provider orders that turned out to belong to lines, and the one reading of
 * its list that all lines are looked for in.
 */
type RecoveryPass = { from: Date; assigned: Set<string>; readList: ReturnType<typeof orderListReader> }

// The order matters: money is known before lines are judged, and lines before a provider order is called unknown.
const STEPS: { [Step in RecoveryStep]: (pass: RecoveryPass) => Promise<RecoveryCounts<Step>> } = {
  erasures: reapplyErasures,
  payments: readPaymentsAgain,
  lines: lookUpItems,
  orders: findUnknownOrders,
}

/**
 * Asks both outside parties what happened since the database was young, and opens the store again when all is answered.
 *
 * Safe to run twice and to be killed at any point; a party that does not answer leaves the mode on. Places nothing and
 * begins no payment. Returns what is still open, `null` when the store is back in ordinary times.
 */
export async function recover(): Promise<RecoveryState | null> {
  const state = await recoveryState()
  if (!state) return null
  await withLock('recovery', () =>
    runPass({ from: windowStart(state), assigned: new Set(), readList: orderListReader() }),
  )

  return recoveryState()
}

async function runPass(pass: RecoveryPass): Promise<void> {
  for (const step of RECOVERY_STEPS) {
    try {
      const counts = await STEPS[step](pass)
      await noteRecovery({ step, counts })
      log.info('recovery step done', { kind: step, count: Object.values(counts).reduce((a, b) => a + b, 0) })
    } catch (error) {
      await noteRecovery({ error: `${step}: ${nameOf(error)}` })
      log.error('recovery step failed', { kind: step, error })

      return
    }
  }
  await endRecovery()
  log.warn('recovery ended')
  wakeWorker()
}

function windowStart({ since, lostSince }: RecoveryState): Date {
  const lost = lostSince ? lostSince.getTime() - BEFORE_LOSS_MS : Number.POSITIVE_INFINITY

  return new Date(Math.min(since.getTime() - WINDOW_MS, lost))
}

/** What a person may read: the kind of a failure, never what an outside party wrote. */
function nameOf(error: unknown): string {
  if (isProviderFailure(error)) return `upstream ${error.kind}`

  return error instanceof Error ? error.name : 'unknown'
}

/**
 * Keeps the newest time of the database that was seen here in `DATA_DIR/mark.json`, and compares.
 *
 * A database that is older than that has been put back by somebody: the store turns careful. Returns whether it did.
 */
export async function keepMark(): Promise<boolean> {
  const seen = await readMark()
  const { before, now } = await moveMark()
  const isOld = seen !== null && (before === null || before < seen)
  if (isOld) {
    log.error('the database is older than it was: recovery begins')
    await beginRecovery({ reason: 'old_database', lostSince: before })
  }
  await writeMark(now).catch((error: unknown) => log.warn('the mark was not kept', { error }))

  return isOld
}

function fileOfMark(): string {
  return path.join(env.DATA_DIR, 'mark.json')
}

async function readMark(): Promise<Date | null> {
  const text = await fs.readFile(fileOfMark(), 'utf8').catch(() => '')
  const at = Date.parse(/"newest":"([^"]+)"/.exec(text)?.[1] ?? '')

  return Number.isNaN(at) ? null : new Date(at)
}

/** Written beside and renamed: a killed process leaves the old mark or the new one. */
async function writeMark(newest: Date): Promise<void> {
  const file = fileOfMark()
  const part = `${file}.${process.pid}`
  await fs.mkdir(env.DATA_DIR, { recursive: true })
  await fs.writeFile(part, `${JSON.stringify({ newest: newest.toISOString() })}\n`, { mode: 0o600 })
  await fs.rename(part, file)
}
