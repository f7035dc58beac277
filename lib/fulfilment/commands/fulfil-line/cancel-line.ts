import 'server-only'
import { addWholeCancellation, findCancellationOfLine } from '#lib/cancellations/repository/cancellations.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { giveUpLineIn, holdLine, holdLineIn } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { type Move, moveLine, stepLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { type ExitReason, toExitReason } from '#lib/orders/rules/line-reasons.ts'
import { aboutLine, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import { searchOrders } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { bookLoss } from '#lib/reconciliation/repository/discrepancies.ts'

/** Decides that the order of a line is given back as a whole. The call itself is a row of its own. */
export async function startCancelling(
  line: WorkLine,
  lease: Lease,
  exit: { from: Move['from']; reason: ExitReason },
): Promise<Next> {
  return transaction<Next>(async (tx) => {
    const changes = { reason: exit.reason }
    await stepLine(lease, { from: exit.from, to: 'CANCELLING', changes }, tx)
    const { orderId, id: lineId } = line
    await recordOrderEvent({ orderId, lineId, kind: 'cancelling', data: { reason: exit.reason } }, tx)

    return 'again'
  })
}

/** Follows the cancellation of a line's order: proof gives the money back, a refusal goes to a person. */
export async function followCancelling(line: WorkLine, lease: Lease): Promise<Next> {
  const from = line.state
  const order = line.providerOrders.find(({ status }) => status !== 2) ?? line.providerOrders[0]
  if (!order) return holdLine(line, lease, { from, reason: 'order_missing' })
  const cancellation = await findCancellationOfLine(line.id, order.orderNum)
  if (!cancellation) return askForCancellation(line, lease, order.orderNum)
  if (cancellation.state === 'CONFIRMED') return noteCancelled(line, lease)
  // The buyer changed their mind and the network says no: what was bought and paid is delivered after all.
  if (cancellation.state === 'REFUSED' && line.cancelRequestedAt) return goOn(line, lease)
  if (cancellation.state === 'REFUSED' || cancellation.state === 'HELD') return noteRefused(line, lease, order.orderNum)
  if (cancellation.state === 'OPEN' && from === 'CANCELLING') {
    await moveLine(lease, { from, to: 'CANCEL_UNKNOWN' })
  }

  return scaled(TIMERS.safetyNet)
}

async function askForCancellation(line: WorkLine, lease: Lease, orderNum: string): Promise<Next> {
  const iccids = line.esims.length > 0 ? line.esims.map((esim) => esim.iccid) : await readIccids(line, orderNum)
  if (iccids === null) return scaled(TIMERS.placementRetry)
  if (iccids.length === 0) return holdLine(line, lease, { from: line.state, reason: 'cards_unknown' })
  const input = { orderNum, lineId: line.id, iccids, reason: line.reason ?? 'cancelled', requestedBy: 'store' }
  await transaction((tx) => addWholeCancellation(input, tx))

  return scaled(TIMERS.safetyNet)
}

async function readIccids(line: WorkLine, orderNum: string): Promise<string[] | null> {
  try {
    const { rows } = await aboutLine(line.id, () => currentProvider().call(searchOrders, { orderNum }))
    const row = rows.find((candidate) => candidate.orderNum === orderNum)

    return [...new Set(row?.plans.flatMap((plan) => plan.iccid ?? []) ?? [])]
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return null
  }
}

async function noteCancelled(line: WorkLine, lease: Lease): Promise<Next> {
  return transaction(async (tx) => {
    const now = await databaseNow(tx)
    await stepLine(lease, { from: line.state, to: 'CANCELLED' }, tx)
    await tx.esim.updateMany({ where: { lineId: line.id }, data: { cancelState: 'MONEY_DUE' } })
    const { orderId, id: lineId } = line
    await recordOrderEvent({ orderId, lineId, kind: 'cancelled', data: { at: now.toISOString() } }, tx)

    return giveUpLineIn(line, { lease, exit: { from: 'CANCELLED', reason: toExitReason(line.reason) }, tx })
  })
}

async function goOn(line: WorkLine, lease: Lease): Promise<Next> {
  return transaction<Next>(async (tx) => {
    const changes = { reason: null, cancelRequestedAt: null }
    await stepLine(lease, { from: line.state, to: 'PLACED', changes }, tx)
    const { orderId, id: lineId } = line
    await recordOrderEvent({ orderId, lineId, kind: 'return_refused', data: { cards: line.esims.length } }, tx)

    return 'again'
  })
}

async function noteRefused(line: WorkLine, lease: Lease, orderNum: string): Promise<Next> {
  return transaction(async (tx) => {
    const { orderId } = line
    const amount = line.providerOrders.find((order) => order.orderNum === orderNum)?.cost?.toString() ?? null
    const { costCurrency: currency } = line.quote
    await bookLoss({ orderId, kind: 'cancel_refused', amount, currency, evidence: { orderNum } }, tx)

    return holdLineIn(line, { lease, exit: { from: line.state, reason: 'cancel_refused', evidence: { orderNum } }, tx })
  })
}
