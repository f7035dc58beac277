import 'server-only'
import { createHash } from 'node:crypto'
import { transaction } from '#lib/core/repository/client.ts'
import { type Lease, LeaseLost } from '#lib/core/repository/leases.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { cancelDuplicate } from '#lib/fulfilment/commands/cancel-duplicate.ts'
import { acceptOrder } from '#lib/fulfilment/commands/fulfil-item/accept-order.ts'
import { putInReview } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import { orderOfRow } from '#lib/fulfilment/commands/lookup.ts'
import type { Next } from '#lib/fulfilment/commands/with-lease.ts'
import { stepItem, type WorkAttempt, type WorkItem } from '#lib/orders/repository/items.ts'
import { classifyPlacement, type PlacementOutcome, type Settled } from '#lib/orders/rules/order-outcome.ts'
import { isFiled } from '#lib/provider/repository/capabilities.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import type { ProviderOrder, ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'

/** The words of an answer that stands in no list, by which equal ones are told. */
export type UnlistedAnswer = { messageHash: string; message: string }

/**
 * Returns what is known after an order call, with what people have learned about answers that stand in no list. A filed
 * one counts as a refusal after one look that finds nothing; everything else unlisted stays unknown.
 */
export async function judgeAnswer(
  settled: Settled<ProviderOrder>,
): Promise<{ outcome: PlacementOutcome; answer: UnlistedAnswer | null }> {
  const outcome = classifyPlacement(settled)
  if (outcome.class !== 'UNKNOWN' || outcome.code === null || !('error' in settled)) return { outcome, answer: null }
  const answer = toAnswer(settled.error)
  const { code } = outcome
  if (!(await isFiled({ endpoint: 'placeOrder', code, messageHash: answer.messageHash }))) return { outcome, answer }

  return { outcome: { class: 'REJECTED', code, reason: 'filed', checkAfterMs: TIMERS.checkBeforeRejection }, answer }
}

function toAnswer(error: unknown): UnlistedAnswer {
  const text = isProviderFailure(error) && 'providerText' in error ? error.providerText : null
  const message = typeof text === 'string' ? text : ''

  return { message, messageHash: createHash('sha256').update(message).digest('hex').slice(0, 32) }
}

/** Takes an order over that turned up while its item was waiting to be placed again; the oldest one when there are more. */
export async function linkFoundOrders(item: WorkItem, lease: Lease, rows: ProviderOrderRow[]): Promise<Next> {
  const attempt = item.attempts.find(({ state, sentAt }) => state === 'ABSENT' && sentAt !== null)
  if (!attempt) {
    const evidence = { orderNums: rows.map((row) => row.orderNum) }

    return putInReview(item, lease, { from: 'READY', reason: 'order_without_attempt', evidence })
  }

  return transaction(async (tx) => {
    await stepItem(lease, { from: 'READY', to: 'PLACING' }, tx)

    return linkOrdersWithin(item, { lease, rows, attempt, from: 'PLACING', tx })
  })
}

type Adoption = {
  lease: Lease
  rows: ProviderOrderRow[]
  attempt: WorkAttempt
  from: 'PLACING' | 'UNKNOWN' | 'HELD'
  tx: Parameters<Parameters<typeof transaction>[0]>[0]
}

/** Keeps the oldest of the orders that were found and gives the others back, in one commit. */
export async function linkOrdersWithin(item: WorkItem, { lease, rows, attempt, from, tx }: Adoption): Promise<Next> {
  const [first, ...others] = rows
  if (!first) throw new Error('There is nothing to adopt.')
  const state = attempt.state === 'ABSENT' ? 'ABSENT' : 'UNKNOWN'
  const order = orderOfRow(first)
  const isOurs = await acceptOrder(
    { item, lease, from, attempt: { id: attempt.id, state }, order, priceId: null, isListed: true },
    tx,
  )
  if (!isOurs) throw new LeaseLost()
  for (const row of others) await cancelDuplicate(item, { row, attemptId: attempt.id, kind: 'duplicate_order' }, tx)

  return 'again'
}
