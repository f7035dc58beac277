import { expect } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { Played } from '#tests/support/crash-flows.ts'
import type { Death } from '#tests/support/crash-runs.ts'
import type { CrashSale } from '#tests/support/crash-sale.ts'
import { livingOrders, paymentLedger, placements } from '#tests/support/sale.ts'
import { topUpCalls } from '#tests/support/top-ups.ts'

/** `mayHaveSent`: the process was frozen only, so its call may have left after all. */
type Ended = Death & { played: Played; mayHaveSent?: boolean }

/** What the upstream, the payment provider and the mail server say, whatever the store believes. */
export async function judge(sale: CrashSale, { flow, point, played, mayHaveSent }: Ended): Promise<void> {
  const { lineId, lineRef, orderId, paymentId } = played
  const line = await db().line.findUniqueOrThrow({ where: { id: lineId }, select: { state: true, priceMinor: true } })
  const what = `${flow} ${point}`
  // A return whose call may have left and shows no effect is asked once more after an hour.
  expect(await db().cancelAttempt.count({ where: { lineId, state: 'HELD' } }), what).toBe(0)
  const isReturned = flow === 'return'
  const isBack = flow === 'void' || flow === 'transfer_back' || isReturned
  // Only a death between the note "sent" and the first byte may end without a card: nobody can know that nothing left.
  const isGivenUp = point === 'sent' && line.state === 'REFUNDED'
  const isKept = !isBack && !isGivenUp
  expect(`${what} ${line.state}`).toBe(`${what} ${isKept ? 'DELIVERED' : isReturned ? 'CANCELLED' : 'REFUNDED'}`)
  expect(livingOrders(sale, lineRef), what).toHaveLength(isKept ? 1 : 0)
  const calls = flow === 'top_up' ? topUpCalls(sale, lineRef) : placements(sale, lineRef)
  const references = calls.map(({ params }) => params.otherItemId)
  expect(new Set(references).size, what).toBe(references.length)
  const all = await db().attempt.findMany({ where: { lineId }, orderBy: { n: 'asc' } })
  const story = `${what}: ${all.map((attempt) => `${attempt.state} ${attempt.code} ${attempt.reason}`).join(', ')}`
  // A token that another process renewed meanwhile is refused before anything is bought: that call does not count.
  const refused = all.filter(({ reason }) => reason === 'session_expired')
  // On a busy machine the time between the note and the call runs out: then nothing leaves, and the next attempt counts.
  const attempts = all.filter(({ reason }) => reason !== 'session_expired' && reason !== 'not_sent')
  expect(references.length, story).toBeLessThanOrEqual((point === 'sent' ? 2 : 1) + refused.length)
  const believed = point === 'prepared' ? 'NOT_SENT' : point === 'sent' ? 'ABSENT' : 'ACCEPTED'
  const isNeverAsked = flow === 'void' || flow === 'transfer_back'
  if (!mayHaveSent) expect(attempts[0]?.state, story).toBe(isNeverAsked ? undefined : believed)
  const payment = await db().payment.findUniqueOrThrow({ where: { id: paymentId } })
  const kept = payment.capturedMinor - payment.refundedMinor
  expect(`${what} ${kept}`).toBe(`${what} ${isKept ? line.priceMinor : 0}`)
  if (flow === 'mail') await judgeMails(sale, { orderId, isTwiceAllowed: point === 'mail_sent' })
  if (payment.provider !== 'test') return
  const { payments, captures, refunds } = await paymentLedger(sale)
  const there = payments.find(({ sessionId }) => sessionId === payment.sessionId)
  const own = <Row extends { paymentId: string }>(rows: Row[]) => rows.filter((row) => row.paymentId === there?.id)
  expect((there?.captured ?? 0) - (there?.refunded ?? 0), what).toBe(kept)
  expect(own(captures).length, what).toBe(flow === 'void' || isGivenUp ? 0 : 1)
  expect(own(refunds).length, what).toBe(isReturned ? 1 : 0)
}

/** Each mail has arrived once; the one behind which the process died twice, under the same id. */
async function judgeMails(
  { sink }: CrashSale,
  { orderId, isTwiceAllowed }: { orderId: string; isTwiceAllowed: boolean },
): Promise<void> {
  const rows = await db().outbox.findMany({ where: { orderId }, select: { id: true, state: true } })
  const { person } = await db().order.findUniqueOrThrow({ where: { id: orderId }, select: { person: true } })
  const response = await fetch(`${sink.url}/_control/mails?to=${encodeURIComponent(person.email)}`)
  const { mails } = (await response.json()) as { mails: { headers: Record<string, string> }[] }
  const ids = mails.map(({ headers }) => /<([^@]+)@/.exec(headers['message-id'] ?? '')?.[1])
  expect(rows.map(({ state }) => state)).toEqual(['SENT', 'SENT'])
  expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)))
  expect(ids.length).toBe(rows.length + (isTwiceAllowed ? 1 : 0))
}
