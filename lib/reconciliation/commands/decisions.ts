import type { DecisionResult } from '#lib/reconciliation/schema.ts'
import 'server-only'
import { duplicateShares } from '#lib/cancellations/commands/request-cancellation.ts'
import { confirmCancellation } from '#lib/cancellations/commands/settle-cancellation.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { claimOne, finishLease, type Lease, LeaseLost } from '#lib/core/repository/leases.ts'
import {
  compareDecimals,
  type Decimal,
  keptAmount,
  parseDecimal,
  subtractDecimals,
  ZERO,
} from '#lib/core/rules/decimal.ts'
import { findKnownIccids } from '#lib/esims/repository/esims.ts'
import { NothingDone } from '#lib/fulfilment/commands/decide.ts'
import { linkOrdersWithin } from '#lib/fulfilment/commands/fulfil-item/outcome.ts'
import { rebuildOrder } from '#lib/fulfilment/commands/recover-order.ts'
import { claimer, withLease } from '#lib/fulfilment/commands/with-lease.ts'
import { findClaimed, lockProviderOrder } from '#lib/fulfilment/repository/provider-orders.ts'
import { isAboutMoney } from '#lib/fulfilment/rules/review-actions.ts'
import {
  addUnknownAttempt,
  getWorkItem,
  lockItemsOfOrder,
  stepItem,
  type WorkAttempt,
  type WorkItem,
} from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { giveDifferingBack } from '#lib/payments/commands/payment-differs.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { readObject } from '#lib/payments/commands/read-payment.ts'
import { readNews, settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { listInReviewFor } from '#lib/payments/repository/judged-payments.ts'
import { findPayingPayment, getPayment, lockPayment } from '#lib/payments/repository/payments.ts'
import { ORDER_STATUS, type ProviderOrderRow, toProviderOrderState } from '#lib/provider/rules/provider-order.ts'
import { checkAgain, providerOf, sideText } from '#lib/reconciliation/commands/check-again.ts'
import { carryOut, type Deciding, readNow, recordAction, refusal } from '#lib/reconciliation/commands/deciding.ts'
import {
  addExpectedCredit,
  addProviderEntry,
  bookLoss,
  correctCost,
  sumLosses,
  toDecimal,
} from '#lib/reconciliation/repository/discrepancies.ts'
import {
  addForeignCancellation,
  findItemsByRef,
  readCancellableOrder,
  toMainUnits,
} from '#lib/reconciliation/repository/reconciliation-orders.ts'
import { isReconciledKind } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import { iccidsOf } from '#lib/reconciliation/rules/judge-listed-order.ts'
import { addRefund, sumRefundsOfItem, sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'

// The worker is at these itself; in the others the buyer has been served, or has the money back.
const OPEN = ['HELD', 'UNKNOWN']
const BUSY = ['READY', 'PLACING', 'REJECTED', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE', 'CANCELLING']

/** Takes an order of the network over for the item whose reference it carries. */
export async function linkByReference(deciding: Deciding): Promise<DecisionResult> {
  const itemRef = sideText(deciding.discrepancy.evidence, 'network', 'reference')
  const item = itemRef === null ? undefined : (await findItemsByRef([itemRef])).get(itemRef)
  if (!item) throw refusal('no_line')

  return claimFor(deciding, [item.id])
}

/** Takes an order of the network over for an order item that a person names. */
export async function linkToOrder(deciding: Deciding): Promise<DecisionResult> {
  const number = deciding.input.orderNumber?.trim().toUpperCase() ?? ''
  const items = await db().orderItem.findMany({
    where: { order: { number }, state: { in: ['HELD', 'UNKNOWN'] } },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  })
  if (items.length === 0) throw refusal('no_line')

  return claimFor(
    deciding,
    items.map(({ id }) => id),
  )
}

/** Keeps a top-up that somebody made elsewhere in the history of the eSIM's order, and its cost with the supplier's. */
export async function linkTopUp(deciding: Deciding): Promise<DecisionResult> {
  const { orderId, subject, evidence } = deciding.discrepancy
  if (orderId === null) throw refusal('no_line')
  const row = await readNow(subject)

  return carryOut(deciding, async (tx, actor) => {
    const data = { orderNum: subject, finding: deciding.discrepancy.id }
    await recordOrderEvent({ orderId, kind: 'topped_up_elsewhere', actor, data }, tx)
    const [charged = '0', currency = env.RESELLER_API_CURRENCY] =
      sideText(evidence, 'network', 'cost')?.split(' ') ?? []
    const amount = keptAmount(row?.total ?? parseDecimal(charged))
    if (amount === null) throw refusal('no_amount')
    await addProviderEntry({ kind: 'spend', amount, currency, orderNum: subject, note: 'top_up_elsewhere' }, tx)
  })
}

async function claimFor(deciding: Deciding, itemIds: string[]): Promise<DecisionResult> {
  const { subject } = deciding.discrepancy
  const row = await readNow(subject)
  if (row === null || toProviderOrderState(row.status) !== 'active') throw refusal('not_active')
  if ((await findClaimed([subject])).size > 0) throw refusal('claimed')
  const items = (await Promise.all(itemIds.map((id) => getWorkItem(id)))).filter((item) => item !== null)
  // With several items the one that the order fits; with one its own reason why it does not.
  const item = items.find((candidate) => doesFit(row, candidate)) ?? items[0]
  if (!item) throw refusal('no_line')
  await assertAdoptable(item, row)

  return withItem(item.id, (lease) => takeOver(deciding, { itemId: item.id, lease, row }))
}

/** Does something with an item that nobody else holds meanwhile, and makes it due. */
export async function withItem<Result>(id: string, work: (lease: Lease) => Promise<Result>): Promise<Result> {
  const lease = await claimOne('Line', { ...claimer(), id })
  if (!lease) throw refusal('line_busy')
  try {
    return await work(lease)
  } catch (error) {
    throw error instanceof LeaseLost ? refusal('line_busy') : error
  } finally {
    await finishLease('Line', lease, 0)
  }
}

/** Nobody is served twice: no other order of the item lives, nothing was delivered, and its money is still here. */
async function assertAdoptable(item: WorkItem, row: ProviderOrderRow): Promise<void> {
  if (BUSY.includes(item.state)) throw refusal('line_busy')
  if (!OPEN.includes(item.state)) throw refusal('already_served')
  const hasOrder = item.providerOrders.some(({ status }) => status !== ORDER_STATUS.cancelled)
  if (hasOrder || item.attempts.some(({ state }) => state === 'ACCEPTED')) throw refusal('already_served')
  if (!doesFit(row, item)) throw refusal('does_not_fit')
  if ((await findKnownIccids([...iccidsOf(row.plans)])).size > 0) throw refusal('cards_known')
  const payment = await findPayingPayment(item.orderId)
  const isHere = payment?.state === 'AUTHORISED' || payment?.state === 'CAPTURED'
  if (!isHere || isAboutMoney(item.reason) || item.reason === 'order_unpaid') throw refusal('money_open')
  if ((await sumRefundsOfItem(item.id, payment.id)) > 0) throw refusal('money_gone')
  const differs = await db().discrepancy.count({
    where: { kind: 'refund_differs', subject: payment.id, closedAt: null },
  })
  if (differs > 0) throw refusal('money_gone')
}

type TakeOver = { itemId: string; lease: Lease; row: ProviderOrderRow }

async function takeOver(deciding: Deciding, { itemId, lease, row }: TakeOver): Promise<DecisionResult> {
  // Read again under the lease: what was asserted must still hold.
  const now = await getWorkItem(itemId)
  if (!now) throw refusal('no_line')
  await assertAdoptable(now, row)

  return carryOut(deciding, async (tx, actor) => {
    const changes = { evidence: {}, reason: null }
    if (now.state === 'HELD') await stepItem(lease, { from: 'HELD', to: 'UNKNOWN', changes }, tx)
    if (!attemptOf(now)) await addUnknownAttempt(now, tx)
    const item = await getWorkItem(itemId, tx)
    const attempt = item && attemptOf(item)
    if (!item || !attempt) throw refusal('line_busy')
    const { orderId } = item
    await recordOrderEvent({ orderId, itemId, kind: 'order_linked', actor, data: { orderNum: row.orderNum } }, tx)
    await linkOrdersWithin(item, { lease, rows: [row], attempt, from: 'UNKNOWN', tx })
  })
}

function attemptOf({ attempts }: WorkItem): WorkAttempt | undefined {
  return attempts.findLast(({ state, sentAt }) => sentAt !== null && (state === 'UNKNOWN' || state === 'ABSENT'))
}

function doesFit(row: ProviderOrderRow, { quote, kind }: WorkItem): boolean {
  if (kind !== 'PURCHASE' || row.isTopUp === true) return false

  return (row.skuId === null || row.skuId === quote.skuId) && (row.count === null || row.count === quote.count)
}

/**
 * Takes what the network says as it is: eSIMs that it has taken back are returned and paid back; an order that lives
 * there although its return was proven is a loss until the supplier settles it.
 */
export async function acceptStatus(deciding: Deciding): Promise<DecisionResult> {
  const row = await readNow(deciding.discrepancy.subject)
  if (row === null) throw refusal('not_active')
  if (toProviderOrderState(row.status) === 'active') return acceptLiving(deciding)
  const there = toProviderOrderState(row.status) === 'cancelled' ? new Set<string>() : iccidsOf(row.plans)

  return payBack(deciding, { there, status: row.status })
}

/** Gives the money of the eSIMs back that the network does not list. Without its list that is every eSIM of the order. */
export async function refundEsims(deciding: Deciding): Promise<DecisionResult> {
  const row = await readNow(deciding.discrepancy.subject)
  // Somebody may have found the order again since.
  if (deciding.discrepancy.kind === 'order_not_listed' && row !== null) {
    if ((await checkAgain(deciding.discrepancy)) === 'agrees') return 'closed'
    throw new NothingDone('differs')
  }

  return payBack(deciding, { there: listedEsims(row), status: null })
}

function listedEsims(row: ProviderOrderRow | null): Set<string> {
  return row ? iccidsOf(row.plans) : new Set()
}

/** Gives taken money back that no line stands for. */
export async function refundPayment(deciding: Deciding): Promise<DecisionResult> {
  const { subject } = deciding.discrepancy
  if (!(await getPayment(subject))) throw refusal('finish_first')

  return carryOut(deciding, async (tx, requestedBy) => {
    const payment = await lockPayment(subject, tx)
    const items = await lockItemsOfOrder(payment.orderId, tx)
    const isFree = items.every(({ state }) => state === 'EXPIRED' || state === 'AWAITING_PAYMENT')
    const rest = payment.capturedMinor - (await sumRefundsOfPayment(payment.id, tx))
    if (payment.state !== 'CAPTURED' || items.length === 0 || rest <= 0) throw refusal('finish_first')
    if (!isFree) throw refusal('line_busy')
    const shares = duplicateShares(items, rest, payment.currency)
    await addRefund({ payment, kind: 'AUTOMATIC', reason: deciding.input.reason, requestedBy, shares }, tx)
  })
}

/** Gives money back that differs from what was asked for, where no item waits for a decision about it. */
export async function refundDiffering(deciding: Deciding): Promise<DecisionResult> {
  const { subject } = deciding.discrepancy
  const found = await getPayment(subject)
  if (!found) throw refusal('no_payment')
  const object = await readObject(found)
  if (!object) throw new NothingDone('no_answer')

  return carryOut(deciding, async (tx) => {
    const payment = await lockPayment(subject, tx)
    const isHere = payment.state === 'AUTHORISED' || payment.state === 'CAPTURED'
    if (payment.reason !== 'mismatch' || !isHere) throw refusal('finish_first')
    const items = await listInReviewFor(payment.orderId, { reason: 'payment_mismatch' }, tx)
    if (items.length > 0) throw refusal('line_held')
    await giveDifferingBack(payment, object, tx)
  })
}

async function acceptLiving(deciding: Deciding): Promise<DecisionResult> {
  const { discrepancy } = deciding

  return carryOut(deciding, async (tx) => {
    const order = await readCancellableOrder(discrepancy.subject, tx)
    if (!order || discrepancy.orderId === null) throw refusal('no_line')
    const { orderNum, cost, costCurrency: currency } = order
    const loss = { orderId: discrepancy.orderId, amount: cost?.toFixed() ?? null, currency, evidence: { orderNum } }
    await bookLoss({ ...loss, kind: 'status_differs' }, tx)
  })
}

type Gone = { there: Set<string>; status: number | null }

async function payBack(deciding: Deciding, { there, status }: Gone): Promise<DecisionResult> {
  return carryOut(deciding, async (tx, requestedBy) => {
    const { order, payment } = await lockAll(deciding.discrepancy.subject, tx)
    const esims = order.esims.filter(({ iccid }) => !there.has(iccid))
    if (esims.length === 0) throw refusal('changed')
    // A second person agreed to the sum that stands there: what is missing since has to be looked at first.
    if (isAboveRisk(deciding.discrepancy, esims)) throw new NothingDone('differs')
    const { orderNum, itemId } = order
    const { reason } = deciding.input
    const row = await addForeignCancellation({ orderNum, itemId, esims, status, reason, requestedBy }, tx)
    if (!row) throw refusal('cancel_open')
    await confirmCancellation(row, { payment, status, tx })
  })
}

function isAboveRisk(
  { riskAmount, riskCurrency }: Deciding['discrepancy'],
  esims: { priceShareMinor: number }[],
): boolean {
  if (riskAmount === null || riskCurrency === null) return false
  const sum = esims.reduce((total, { priceShareMinor }) => total + priceShareMinor, 0)

  return compareDecimals(toMainUnits(sum, riskCurrency), toDecimal(riskAmount)) > 0
}

/** Money first, then lines, order and eSIMs: the order of locks everywhere. */
async function lockAll(orderNum: string, tx: Tx) {
  const found = await readCancellableOrder(orderNum, tx)
  if (!found) throw refusal('no_line')
  const paying = await findPayingPayment(found.item.orderId, tx)
  const payment = paying && (await lockPayment(paying.id, tx))
  await lockItemsOfOrder(found.item.orderId, tx)
  await lockProviderOrder(orderNum, tx)
  const order = await readCancellableOrder(orderNum, tx)
  // What is held is decided about on the page of its order, where all of it is seen.
  if (order?.item.state === 'HELD') throw refusal('line_held')
  if (order?.item.state !== 'DELIVERED') throw refusal('line_busy')

  return { order, payment }
}

/** Takes the charged cost as the true one. */
export async function acceptCost(deciding: Deciding): Promise<DecisionResult> {
  const { charged } = costsOf(deciding)
  const { subject } = deciding.discrepancy

  return carryOut(deciding, async (tx) => {
    await lockProviderOrder(subject, tx)
    await correctCost(subject, charged, tx)
  })
}

/** Expects what was charged too much back from the supplier. */
export async function claimCost(deciding: Deciding): Promise<DecisionResult> {
  const { charged, quoted } = costsOf(deciding)
  if (compareDecimals(charged, quoted) <= 0) throw refusal('nothing_to_claim')
  const { id, subject: orderNum } = deciding.discrepancy

  return carryOut(deciding, async (tx) => {
    await lockProviderOrder(orderNum, tx)
    await correctCost(orderNum, charged, tx)
    const amount = subtractDecimals(charged, quoted)
    if (!(await addExpectedCredit({ orderNum, amount, note: `claim:${id}` }, tx))) throw refusal('nothing_to_claim')
  })
}

/** Books what is at risk as lost and was not booked before, and leaves everything else as it stands. */
export async function bookAsLoss(deciding: Deciding): Promise<DecisionResult> {
  const { discrepancy } = deciding
  const { kind, subject, riskAmount, riskCurrency: currency } = discrepancy
  if (!isReconciledKind(kind) || riskAmount === null || currency === null) throw refusal('no_amount')
  const evidence = { finding: discrepancy.id, subject }

  return carryOut(deciding, async (tx) => {
    // The risk is the whole gap: a part of it may have been booked when it was smaller.
    const amount = subtractDecimals(toDecimal(riskAmount), await sumLosses({ kind, subject, currency }, tx))
    if (compareDecimals(amount, ZERO) <= 0) throw refusal('no_amount')
    await bookLoss({ orderId: discrepancy.orderId, kind, amount, currency, evidence }, tx)
  })
}

/** Reads the payment at its provider and does everything that follows, as if its event had just come. Repeating is safe. */
export async function finishPayment(deciding: Deciding): Promise<DecisionResult> {
  const { discrepancy } = deciding
  if (discrepancy.kind === 'payment_unknown') await rebuild(deciding)
  else await settleAgain(discrepancy.subject)
  wakeWorker()

  return recheck(deciding)
}

/** Asks both sides about a discrepancy once more, and says what came of it. */
export async function recheck(deciding: Deciding): Promise<DecisionResult> {
  const answer = await checkAgain(deciding.discrepancy)
  const result = answer === 'agrees' ? 'closed' : answer
  await recordAction(deciding, { result })

  return result
}

async function settleAgain(paymentId: string): Promise<void> {
  const before = await getPayment(paymentId)
  if (!before) throw refusal('no_payment')
  await settlePayment(paymentId)
  const lease = await claimOne('Payment', { ...claimer(), id: paymentId })
  if (!lease) return
  await withLease('Payment', lease, async () => {
    const payment = await getPayment(paymentId)
    if (payment?.state === 'AUTHORISED' || payment?.state === 'CAPTURED') await readNews(payment, lease)

    return 0
  })
}

async function rebuild({ discrepancy }: Deciding): Promise<void> {
  const provider = paymentProvider(providerOf(discrepancy.evidence))
  const object = await provider.readPayment({ paymentId: discrepancy.subject })
  if (!object) throw refusal('no_payment')
  const known = object.metadata.paymentId ? await getPayment(object.metadata.paymentId) : null
  const paymentId = known?.id ?? (await rebuildOrder(provider.name, object))
  if (paymentId === null) throw refusal('cannot_rebuild')
  await settleAgain(paymentId)
}

function costsOf({ discrepancy }: Deciding): { charged: Decimal; quoted: Decimal } {
  const read = (side: 'ours' | 'network') => sideText(discrepancy.evidence, side, 'cost')?.split(' ')[0]
  const quotedText = read('ours')
  const chargedText = read('network')
  // As the order was accepted: before a comparison has seen it.
  const quoted = parseDecimal(quotedText || (sideText(discrepancy.evidence, null, 'expected') ?? ''))
  const charged = parseDecimal(chargedText || (sideText(discrepancy.evidence, null, 'charged') ?? ''))
  if (quoted === null || keptAmount(charged) === null || charged === null) throw refusal('no_amount')

  return { charged, quoted }
}
