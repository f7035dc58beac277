import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { getMailFacts } from '#lib/mail/repository/mail-facts.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { mailContents } from '#lib/mail/worker/mail-contents.ts'
import { type MailSender, startMailSender } from '#tests/support/mail-sender.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addRefund, addSoldOrder } from '#tests/support/sold-order.ts'

let shop: Shop
let sender: MailSender

beforeAll(async () => {
  shop = await startShop()
  sender = await startMailSender()
})
afterAll(async () => {
  await sender.close()
  await shop.close()
})

/** An order that came to the team at these times, as the mail about it says it. */
async function saidOf(times: string[], state: 'HELD' | 'DELIVERED' = 'HELD') {
  const { id: orderId, itemId } = await addSoldOrder({ state })
  for (const time of times) {
    const data = { reason: 'misfit' }
    await db().orderEvent.create({ data: { at: new Date(time), orderId, itemId, kind: 'held', actor: 'store', data } })
  }
  const facts = await getMailFacts(orderId)
  if (!facts) throw new Error('The order is gone.')
  const payload = { situation: 'with_team' }

  return (await mailContents('order_problem', { facts, url: 'https://shop.example/l/x', payload })).situation
}

test('a mail that waited for its server names the time at which the order came to the team, not that of sending', async () => {
  expect(await saidOf(['2027-03-03T10:00:00Z', '2027-03-03T14:05:00Z'])).toMatchObject({
    since: new Date('2027-03-03T14:05:00Z'),
  })
})

test('and so does one that is sent after the order has moved on', async () => {
  expect(await saidOf(['2027-03-03T10:00:00Z'], 'DELIVERED')).toMatchObject({ since: new Date('2027-03-03T10:00:00Z') })
})

describe('an order that a person decides about', () => {
  const DAY_MS = 86_400_000
  const waiting = (orderId: string) =>
    db().outbox.findMany({ where: { orderId, state: 'DUE' }, select: { nextActionAt: true } })

  async function held(email: string) {
    const { id: orderId, itemId } = await addSoldOrder({ state: 'HELD', email })
    const payload = { situation: 'with_team' }
    await queueMail(db(), { kind: 'order_problem', orderId, dedupeKey: `problem:${itemId}:misfit`, payload })

    return { orderId, itemId }
  }

  test('hears within a day, and again each day until it is decided', async () => {
    const email = 'waits@example.com'
    const { orderId, itemId } = await held(email)
    const before = Date.now()

    const [first] = await sender.mailsTo(email)
    const [next] = await waiting(orderId)
    const [, second] = await sender.mailsTo(email)

    expect(first?.text).toMatch(/We write to you again by \d/)
    const dueInMs = (next?.nextActionAt?.getTime() ?? 0) - before
    // Early enough to arrive within the time that the mail promises.
    expect(dueInMs).toBeGreaterThan(DAY_MS / 2)
    expect(dueInMs).toBeLessThan(DAY_MS)
    expect(second?.text).toContain('Our team is still reviewing your order')
    expect(second?.text).toMatch(/We write to you again by \d/)

    await db().orderItem.update({ where: { id: itemId }, data: { state: 'DELIVERED' } })
    expect(await sender.mailsTo(email)).toHaveLength(2)
    expect(await db().outbox.findMany({ where: { orderId, state: { not: 'SENT' } } })).toEqual([])
  })

  test('is promised one mail a day, however many of its plans are held', async () => {
    const email = 'many@example.com'
    const { orderId } = await held(email)
    await queueMail(db(), { kind: 'order_problem', orderId, dedupeKey: 'problem:other:misfit', payload: {} })

    await sender.mailsTo(email)

    expect(await waiting(orderId)).toHaveLength(1)
  })
})

test.each(['stripe', 'bank_transfer', 'test'])('the mail about a refund knows that the way is %s', async (provider) => {
  const sold = await addSoldOrder({ state: 'REFUNDED' })
  await db().payment.update({ where: { id: sold.paymentId }, data: { provider } })
  await addRefund(sold, 1089)
  const refund = await db().refund.findFirstOrThrow({ where: { paymentId: sold.paymentId } })
  const facts = await getMailFacts(sold.id)
  if (!facts) throw new Error('The order is gone.')

  const payload = { refundId: refund.id }
  expect(await mailContents('refund', { facts, url: 'https://shop.example/l/x', payload })).toMatchObject({
    way: provider,
    total: { minor: 1089 },
  })
})
