import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { getMailFacts } from '#lib/mail/repository/mail-facts.ts'
import { mailContents } from '#lib/mail/worker/mail-contents.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

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
