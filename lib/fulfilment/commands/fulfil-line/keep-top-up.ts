import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { type Lease, LeaseLost } from '#lib/core/repository/leases.ts'
import { holdLineIn } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { noteOnLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { bookLoss } from '#lib/reconciliation/repository/discrepancies.ts'

/** Drops the request to have a top-up back: it is on the card already, and nobody can take it off again. */
export async function keepTopUp(line: WorkLine, lease: Lease): Promise<Next> {
  return transaction<Next>(async (tx) => {
    if (!(await noteOnLine(lease, { cancelRequestedAt: null }, tx))) throw new LeaseLost()
    await recordOrderEvent({ orderId: line.orderId, lineId: line.id, kind: 'return_refused' }, tx)

    return 'again'
  })
}

/** The top-up is on the card and its money could not be taken: a loss until a person has settled it. */
export async function holdUnpaidTopUp(line: WorkLine, lease: Lease): Promise<Next> {
  return transaction(async (tx) => {
    const [order] = line.upstreamOrders
    const evidence = { orderNum: order?.orderNum ?? null, lineRef: line.lineRef }
    const amount = order?.cost?.toString() ?? null
    const { costCurrency: currency } = line.quote
    await bookLoss({ orderId: line.orderId, kind: 'top_up_unpaid', amount, currency, evidence }, tx)

    return holdLineIn(line, { lease, exit: { from: 'CAPTURING', reason: 'top_up_unpaid', evidence }, tx })
  })
}
