import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { type Lease, LeaseLost } from '#lib/core/repository/leases.ts'
import { cancelDuplicate } from '#lib/fulfilment/commands/cancel-duplicate.ts'
import { acceptOrder } from '#lib/fulfilment/commands/fulfil-line/accept-order.ts'
import { holdLine } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { orderOfRow } from '#lib/fulfilment/commands/look-up.ts'
import { stepLine, type WorkAttempt, type WorkLine } from '#lib/orders/repository/lines.ts'
import type { OrderRow } from '#lib/provider/rules/provider-order.ts'

/** Takes an order over that turned up while its line was waiting to be placed again; the oldest one when there are more. */
export async function adoptFound(line: WorkLine, lease: Lease, rows: OrderRow[]): Promise<Next> {
  const attempt = line.attempts.find(({ state, sentAt }) => state === 'ABSENT' && sentAt !== null)
  if (!attempt) {
    const evidence = { orderNums: rows.map((row) => row.orderNum) }

    return holdLine(line, lease, { from: 'READY', reason: 'order_without_attempt', evidence })
  }

  return transaction(async (tx) => {
    await stepLine(lease, { from: 'READY', to: 'PLACING' }, tx)

    return adoptIn(line, { lease, rows, attempt, from: 'PLACING', tx })
  })
}

type Adoption = {
  lease: Lease
  rows: OrderRow[]
  attempt: WorkAttempt
  from: 'PLACING' | 'UNKNOWN'
  tx: Parameters<Parameters<typeof transaction>[0]>[0]
}

/** Keeps the oldest of the orders that were found and gives the others back, in one commit. */
export async function adoptIn(line: WorkLine, { lease, rows, attempt, from, tx }: Adoption): Promise<Next> {
  const [first, ...others] = rows
  if (!first) throw new Error('There is nothing to adopt.')
  const state = attempt.state === 'ABSENT' ? 'ABSENT' : 'UNKNOWN'
  const order = orderOfRow(first)
  const isOurs = await acceptOrder(
    { line, lease, from, attempt: { id: attempt.id, state }, order, priceId: null, isListed: true },
    tx,
  )
  if (!isOurs) throw new LeaseLost()
  for (const row of others) await cancelDuplicate(line, { row, attemptId: attempt.id, kind: 'duplicate_order' }, tx)

  return 'again'
}
