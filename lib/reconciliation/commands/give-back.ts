import 'server-only'
import { confirmReturn } from '#lib/cancellations/commands/settle-return.ts'
import { lockProviderOrder } from '#lib/cancellations/repository/returns.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { lockItemsOfOrder } from '#lib/orders/repository/items.ts'
import { findPayingPayment, getPayment, lockPayment } from '#lib/payments/repository/payments.ts'
import { type ProviderOrderRow, toProviderOrderState } from '#lib/provider/rules/provider-order.ts'
import { type ActResult, type Deciding, decide, readNow, refusal } from '#lib/reconciliation/commands/deciding.ts'
import { lookAgain } from '#lib/reconciliation/commands/look-again.ts'
import { bookLoss } from '#lib/reconciliation/repository/discrepancies.ts'
import { addForeignReturn, readReturnableOrder } from '#lib/reconciliation/repository/reconciliation-returns.ts'
import { iccidsOf } from '#lib/reconciliation/rules/judge-listed-order.ts'
import { addRefund, sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'

/**
 * Takes what the network says as it is: eSIMs that it has taken back are returned and paid back; an order that lives
 * there although its return was proven is a loss until the supplier settles it.
 */
export async function acceptStatus(deciding: Deciding): Promise<ActResult> {
  const row = await readNow(deciding.discrepancy.subject)
  if (row === 'no_answer') return row
  if (row === null) throw refusal('not_active')
  if (toProviderOrderState(row.status) === 'active') return acceptLiving(deciding)
  const there = toProviderOrderState(row.status) === 'cancelled' ? new Set<string>() : iccidsOf(row.plans)

  return payBack(deciding, { there, status: row.status })
}

/** Gives the money of the eSIMs back that the network does not list. Without its list that is every eSIM of the order. */
export async function refundEsims(deciding: Deciding): Promise<ActResult> {
  const row = await readNow(deciding.discrepancy.subject)
  if (row === 'no_answer') return row
  // Somebody may have found the order again since.
  if (deciding.discrepancy.kind === 'order_not_listed' && row !== null) {
    return (await lookAgain(deciding.discrepancy)) === 'agrees' ? 'closed' : 'differs'
  }

  return payBack(deciding, { there: listedEsims(row), status: null })
}

function listedEsims(row: ProviderOrderRow | null): Set<string> {
  return row ? iccidsOf(row.plans) : new Set()
}

/** Gives taken money back that no line stands for. */
export async function refundPayment(deciding: Deciding): Promise<ActResult> {
  const { subject } = deciding.discrepancy
  if (!(await getPayment(subject))) throw refusal('finish_first')
  const result = await decide(deciding, async (tx, requestedBy) => {
    const payment = await lockPayment(subject, tx)
    const items = await lockItemsOfOrder(payment.orderId, tx)
    const isFree = items.every(({ state }) => state === 'EXPIRED' || state === 'AWAITING_PAYMENT')
    const rest = payment.capturedMinor - (await sumRefundsOfPayment(payment.id, tx))
    const [item] = items
    if (payment.state !== 'CAPTURED' || !item || rest <= 0) throw refusal('finish_first')
    if (!isFree) throw refusal('line_busy')
    const shares = [{ itemId: item.id, esimId: null, amountMinor: rest }]
    await addRefund({ payment, kind: 'AUTOMATIC', reason: deciding.reason, requestedBy, shares }, tx)

    return 'closed'
  })
  wakeWorker()

  return result
}

async function acceptLiving(deciding: Deciding): Promise<ActResult> {
  const { discrepancy } = deciding

  return decide(deciding, async (tx) => {
    const order = await readReturnableOrder(discrepancy.subject, tx)
    if (!order || discrepancy.orderId === null) throw refusal('no_line')
    const { orderNum, cost, costCurrency: currency } = order
    const loss = { orderId: discrepancy.orderId, amount: cost?.toFixed() ?? null, currency, evidence: { orderNum } }
    await bookLoss({ ...loss, kind: 'status_differs' }, tx)

    return 'closed'
  })
}

type Gone = { there: Set<string>; status: number | null }

async function payBack(deciding: Deciding, { there, status }: Gone): Promise<ActResult> {
  const result = await decide(deciding, async (tx, requestedBy) => {
    const { order, payment } = await lockAll(deciding.discrepancy.subject, tx)
    const esims = order.esims.filter(({ iccid }) => !there.has(iccid))
    if (esims.length === 0) throw refusal('changed')
    const { orderNum, itemId } = order
    const { reason } = deciding
    const row = await addForeignReturn({ orderNum, itemId, esims, status, reason, requestedBy }, tx)
    if (!row) throw refusal('cancel_open')
    await confirmReturn(row, { payment, status, tx })

    return 'closed'
  })
  wakeWorker()

  return result
}

/** Money first, then lines, order and eSIMs: the order of locks everywhere. */
async function lockAll(orderNum: string, tx: Tx) {
  const found = await readReturnableOrder(orderNum, tx)
  if (!found) throw refusal('no_line')
  const paying = await findPayingPayment(found.item.orderId, tx)
  const payment = paying && (await lockPayment(paying.id, tx))
  await lockItemsOfOrder(found.item.orderId, tx)
  await lockProviderOrder(orderNum, tx)
  const order = await readReturnableOrder(orderNum, tx)
  // What is held is decided about on the page of its order, where all of it is seen.
  if (order?.item.state === 'HELD') throw refusal('line_held')
  if (order?.item.state !== 'DELIVERED') throw refusal('line_busy')

  return { order, payment }
}
