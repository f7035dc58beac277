import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import { claimOne, finishLease, type Lease } from '#lib/core/repository/leases.ts'
import { findKnownIccids } from '#lib/esims/repository/esims.ts'
import { adoptIn } from '#lib/fulfilment/commands/fulfil-item/adopt-found.ts'
import { claimer } from '#lib/fulfilment/commands/hold-lease.ts'
import { findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import { addUnknownAttempt } from '#lib/fulfilment/repository/recovery-rows.ts'
import { getWorkItem, moveItem, type WorkAttempt, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findPayingPayment } from '#lib/payments/repository/payments.ts'
import { type ProviderOrderRow, toProviderOrderState } from '#lib/provider/rules/provider-order.ts'
import { type ActResult, type Deciding, decide, readNow, refusal } from '#lib/reconciliation/commands/deciding.ts'
import { sideText } from '#lib/reconciliation/commands/look-again.ts'
import { addProviderEntry } from '#lib/reconciliation/repository/discrepancies.ts'
import { findItemsByRef } from '#lib/reconciliation/repository/reconciliation-orders.ts'
import { iccidsOf } from '#lib/reconciliation/rules/judge-listed-order.ts'
import { sumRefundsOfItem } from '#lib/refunds/repository/refunds.ts'

// The worker is at these itself; in the others the buyer has been served, or has the money back.
const OPEN = ['HELD', 'UNKNOWN']
const BUSY = ['READY', 'PLACING', 'REJECTED', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE', 'CANCELLING']
const MONEY_IN_DOUBT = ['payment_mismatch', 'disputed', 'refunded_elsewhere', 'refund_refused', 'order_unpaid']

/** Takes an order of the network over for the item whose reference it carries. */
export async function adoptByReference(deciding: Deciding): Promise<ActResult> {
  const itemRef = sideText(deciding.discrepancy.evidence, 'network', 'reference')
  const item = itemRef === null ? undefined : (await findItemsByRef([itemRef])).get(itemRef)
  if (!item) throw refusal('no_line')

  return claimFor(deciding, [item.id])
}

/** Takes an order of the network over for an order item that a person names. */
export async function linkToOrder(deciding: Deciding): Promise<ActResult> {
  const number = deciding.orderNumber?.trim().toUpperCase() ?? ''
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
export async function linkTopUp(deciding: Deciding): Promise<ActResult> {
  const { orderId, subject, evidence } = deciding.discrepancy
  if (orderId === null) throw refusal('no_line')
  const row = await readNow(subject)
  if (row === 'no_answer') return row

  return decide(deciding, async (tx, actor) => {
    const data = { orderNum: subject, finding: deciding.discrepancy.id }
    await recordOrderEvent({ orderId, kind: 'topped_up_elsewhere', actor, data }, tx)
    const [charged = '0', currency = env.RESELLER_API_CURRENCY] =
      sideText(evidence, 'network', 'cost')?.split(' ') ?? []
    const amount = row?.total ?? charged
    await addProviderEntry({ kind: 'spend', amount, currency, orderNum: subject, note: 'top_up_elsewhere' }, tx)

    return 'closed'
  })
}

async function claimFor(deciding: Deciding, itemIds: string[]): Promise<ActResult> {
  const { subject } = deciding.discrepancy
  const row = await readNow(subject)
  if (row === 'no_answer') return row
  if (row === null || toProviderOrderState(row.status) !== 'active') throw refusal('not_active')
  if ((await findClaimed([subject])).size > 0) throw refusal('claimed')
  const items = (await Promise.all(itemIds.map((id) => getWorkItem(id)))).filter((item) => item !== null)
  // With several items the one that the order fits; with one its own reason why it does not.
  const item = items.find((candidate) => doesFit(row, candidate)) ?? items[0]
  if (!item) throw refusal('no_line')
  await assertAdoptable(item, row)
  const lease = await claimOne('Line', { ...claimer(), id: item.id })
  if (!lease) throw refusal('line_busy')
  try {
    return await takeOver(deciding, { itemId: item.id, lease, row })
  } finally {
    await finishLease('Line', lease, 0)
    wakeWorker()
  }
}

/** Nobody is served twice: no other order of the item lives, nothing was delivered, and its money is still here. */
async function assertAdoptable(item: WorkItem, row: ProviderOrderRow): Promise<void> {
  if (BUSY.includes(item.state)) throw refusal('line_busy')
  if (!OPEN.includes(item.state)) throw refusal('already_served')
  const hasOrder = item.providerOrders.some(({ status }) => status !== 2)
  if (hasOrder || item.attempts.some(({ state }) => state === 'ACCEPTED')) throw refusal('already_served')
  if (!doesFit(row, item)) throw refusal('does_not_fit')
  if ((await findKnownIccids([...iccidsOf(row.plans)])).size > 0) throw refusal('cards_known')
  const payment = await findPayingPayment(item.orderId)
  const isHere = payment?.state === 'AUTHORISED' || payment?.state === 'CAPTURED'
  if (!isHere || MONEY_IN_DOUBT.includes(item.reason ?? '')) throw refusal('money_open')
  if ((await sumRefundsOfItem(item.id, payment.id)) > 0) throw refusal('money_gone')
  const differs = await db().discrepancy.count({
    where: { kind: 'refund_differs', subject: payment.id, closedAt: null },
  })
  if (differs > 0) throw refusal('money_gone')
}

type TakeOver = { itemId: string; lease: Lease; row: ProviderOrderRow }

async function takeOver(deciding: Deciding, { itemId, lease, row }: TakeOver): Promise<ActResult> {
  // Read again under the lease: what was asserted must still hold.
  const now = await getWorkItem(itemId)
  if (!now) throw refusal('no_line')
  await assertAdoptable(now, row)

  return decide(deciding, async (tx, actor) => {
    if (now.state === 'HELD') {
      const changes = { evidence: {}, reason: null }
      if (!(await moveItem(lease, { from: 'HELD', to: 'UNKNOWN', changes }, tx))) throw refusal('line_busy')
    }
    if (!attemptOf(now)) await addUnknownAttempt(now, tx)
    const item = await getWorkItem(itemId, tx)
    const attempt = item && attemptOf(item)
    if (!item || !attempt) throw refusal('line_busy')
    const { orderId } = item
    await recordOrderEvent({ orderId, itemId, kind: 'order_linked', actor, data: { orderNum: row.orderNum } }, tx)
    const next = await adoptIn(item, { lease, rows: [row], attempt, from: 'UNKNOWN', tx })
    if (next === null) throw refusal('line_busy')

    return 'closed'
  })
}

function attemptOf({ attempts }: WorkItem): WorkAttempt | undefined {
  return attempts.findLast(({ state, sentAt }) => sentAt !== null && (state === 'UNKNOWN' || state === 'ABSENT'))
}

function doesFit(row: ProviderOrderRow, { quote, kind }: WorkItem): boolean {
  if (kind !== 'PURCHASE' || row.isTopUp === true) return false

  return (row.skuId === null || row.skuId === quote.skuId) && (row.count === null || row.count === quote.count)
}
