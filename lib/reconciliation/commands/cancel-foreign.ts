import 'server-only'
import { askReturn } from '#lib/cancellations/commands/ask-return.ts'
import { addWholeCancellation } from '#lib/cancellations/repository/cancellations.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { db } from '#lib/core/repository/client.ts'
import { actorOf } from '#lib/core/rules/caller.ts'
import { cancelSurplus } from '#lib/fulfilment/commands/cancel-surplus.ts'
import { findClaimed } from '#lib/fulfilment/repository/upstream-orders.ts'
import { getWorkLine } from '#lib/orders/repository/lines.ts'
import { toProviderOrderState } from '#lib/provider/rules/upstream-order.ts'
import {
  type ActResult,
  type Deciding,
  decide,
  noteAct,
  readNow,
  refusal,
} from '#lib/reconciliation/commands/deciding.ts'
import { sideText } from '#lib/reconciliation/commands/look-again.ts'
import { findLinesByRef } from '#lib/reconciliation/repository/reconciliation-orders.ts'
import { addRepeatedCancellation, readReturnableOrder } from '#lib/reconciliation/repository/reconciliation-returns.ts'
import { iccidsOf } from '#lib/reconciliation/rules/judge-listed-order.ts'

// A line that may still take the order over: first it is decided about, then nothing of it is left to cancel.
const MAY_TAKE_IT = ['AWAITING_PAYMENT', 'READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'HELD']

/** Asks the network to take an order back that belongs to none of ours. Sent once; its own look-ups prove it. */
export async function cancelUnclaimed(deciding: Deciding): Promise<ActResult> {
  const { discrepancy, reason } = deciding
  const row = await readNow(discrepancy.subject)
  if (row === 'no_answer') return row
  if (row === null || toProviderOrderState(row.status) === 'cancelled') throw refusal('not_active')
  if ((await findClaimed([row.orderNum])).size > 0) throw refusal('claimed')
  const iccids = [...iccidsOf(row.plans)]
  if (iccids.length === 0 || row.isTopUp === true) throw refusal('no_cards')
  const line = await lineOf(deciding)
  if (line && MAY_TAKE_IT.includes(line.state)) throw refusal('line_open')
  const attempt = line?.attempts.at(-1)
  const result = await decide(deciding, async (tx, requestedBy) => {
    if (line && attempt) {
      await cancelSurplus(line, { row, attemptId: attempt.id, kind: 'late_order' }, tx)

      return 'closed'
    }
    const input = { orderNum: row.orderNum, lineId: discrepancy.id, iccids, reason, requestedBy }
    if (!(await addWholeCancellation(input, tx))) throw refusal('cancel_open')

    return 'asked'
  })
  wakeWorker()

  return result
}

/** Asks for the cards of an order of ours that the network lists as living: by the usual return, or once more. */
export async function openCancellation(deciding: Deciding): Promise<ActResult> {
  const { discrepancy, staff, reason } = deciding
  const row = await readNow(discrepancy.subject)
  if (row === 'no_answer') return row
  if (row === null || toProviderOrderState(row.status) === 'cancelled') throw refusal('nothing_to_cancel')
  const order = await readReturnableOrder(discrepancy.subject, db())
  if (!order) throw refusal('no_line')
  if (order.line.state === 'DELIVERED' && order.cards.length > 0) {
    const once = { key: discrepancy.id, fingerprint: discrepancy.id }
    const cardIds = order.cards.map(({ id }) => id)
    await askReturn(staff, { orderId: order.line.orderId, cardIds, reason, once })
    await noteAct(deciding, { result: 'asked' })

    return 'asked'
  }
  const input = { orderNum: row.orderNum, lineId: order.lineId, iccids: [...iccidsOf(row.plans)], reason }
  const result = await decide(deciding, async (tx) => {
    if (!(await addRepeatedCancellation({ ...input, requestedBy: actorOf(staff) }, tx))) throw refusal('cancel_open')

    return 'asked'
  })
  wakeWorker()

  return result
}

async function lineOf({ discrepancy }: Deciding) {
  const lineRef = sideText(discrepancy.evidence, 'network', 'reference')
  const found = lineRef === null ? undefined : (await findLinesByRef([lineRef])).get(lineRef)

  return found ? getWorkLine(found.id) : null
}
