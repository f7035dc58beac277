import 'server-only'
import { askOneByOne, confirmReturn, lockMoney, refuseReturn } from '#lib/cancellations/commands/settle-return.ts'
import { type CancelRow, moveCancellation } from '#lib/cancellations/repository/cancellations.ts'
import { lockProviderOrder, wakeNextReturn } from '#lib/cancellations/repository/returns.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease, wakeRow } from '#lib/core/repository/leases.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { noteProviderStatus } from '#lib/fulfilment/repository/provider-orders.ts'
import type { Evidence } from '#lib/orders/repository/items.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import { addProviderEntry, closeDiscrepancies, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

/** How a cancellation ended: proven, refused with the network's own code and text, or given to a person. */
export type CancellationEnd = {
  lease: Lease
  state: 'CONFIRMED' | 'REFUSED' | 'HELD'
  status: number | null
  /** How order and eSIMs were read last, for the person who decides. */
  seen?: Evidence | null
  refusal?: { code: number; text: string | null }
}

/** Writes down how a cancellation ended, with everything that follows from it, in one transaction. */
export async function endCancellation(row: CancelRow, end: CancellationEnd): Promise<Next> {
  const { state, status } = end
  const isReturn = row.items.length > 0

  return transaction(async (tx) => {
    // Money first, the order next, its eSIMs last: the order of locks everywhere.
    const payment = isReturn && state === 'CONFIRMED' ? await lockMoney(row, tx) : null
    await lockProviderOrder(row.orderNum, tx)
    if (!(await close(row, end, tx))) return null
    if (status !== null) await noteProviderStatus(row.orderNum, status, tx)
    if (!isReturn && state === 'CONFIRMED') await expectWholeCredit(row, tx)
    if (isReturn && state === 'CONFIRMED') {
      await closeDiscrepancies({ kind: 'cancel_open', subject: row.orderNum, resolution: 'proven' }, tx)
      await confirmReturn(row, { payment, status, tx })
    }
    if (isReturn && state === 'REFUSED') {
      // One eSIM that cannot go back keeps the others only in the provider's answer, not with us.
      const isOfSeveral = row.items.length > 1 && end.refusal?.code
      await (isOfSeveral ? askOneByOne(row, tx) : refuseReturn(row, tx))
    }
    if (state === 'HELD' || (state === 'REFUSED' && !isReturn)) {
      const evidence = { orderNum: row.orderNum, status, reason: row.reason ?? '' }
      await openDiscrepancy({ kind: 'cancel_open', subject: row.orderNum, evidence }, tx)
    }
    if (state !== 'HELD') await wakeNextReturn(row.orderNum, tx)
    if (!isReturn) await wakeRow('Line', row.itemId, tx)

    return isReturn && state === 'HELD' ? scaled(TIMERS.cancelOpenFor) : null
  })
}

async function close(
  row: CancelRow,
  { lease, state, status, seen, refusal }: CancellationEnd,
  tx: Tx,
): Promise<boolean> {
  const endedAt = await databaseNow(tx)
  // How the call was answered stays known: a proof that comes late rests on it.
  const answered = typeof row.outcome === 'object' && !Array.isArray(row.outcome) ? row.outcome : {}
  const outcome = { ...answered, status, ...(seen ? { seen } : {}), ...refusal }
  // What was read as ASKED has been noted as sent since.
  for (const from of new Set([row.state, 'SENT'] as const)) {
    if (await moveCancellation(lease, { from, to: state, changes: { endedAt, outcome } }, tx)) return true
  }

  return false
}

async function expectWholeCredit({ orderNum }: CancelRow, tx: Tx): Promise<void> {
  const order = await tx.providerOrder.findUnique({ where: { orderNum }, select: { cost: true, costCurrency: true } })
  if (!order?.cost) return
  const credit = { amount: order.cost.toString(), currency: order.costCurrency, orderNum }
  await addProviderEntry({ kind: 'expected_credit', ...credit }, tx)
}
