import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshParties, order, workUntil } from '#tests/support/sale.ts'
import { type StripeSale, startStripeSale, workUntilTrue } from '#tests/support/stripe-sale.ts'

let world: StripeSale

beforeAll(async () => {
  // A session lasts longer than the patience of a test: none ends here by itself.
  world = await startStripeSale({ TIME_SCALE: '10' })
})

afterAll(() => world.close())

beforeEach(() => freshParties(world.sale))

test('a payment page at Stripe is sent the order, its reference and the same mark for the same buyer, for rules of Radar', async () => {
  const first = await order({ email: ' Ana@Example.com ' })
  const second = await order({ email: 'ana@example.com' })
  const other = await order({ email: 'bo@example.com' })
  const sent = [first, second, other].map(({ sessionId }) => world.stripe.world.sessions.get(sessionId))

  const mark = createHash('sha256').update('ana@example.com').digest('hex').slice(0, 32)
  expect(sent[0]?.metadata).toMatchObject({ buyer: mark, orderId: first.orderId, reference: first.number })
  expect(sent.map((session) => session?.intentMetadata.buyer === mark)).toEqual([true, true, false])
  expect(JSON.stringify(sent.map((session) => [session?.metadata, session?.intentMetadata]))).not.toMatch(/@/)
})

test('a payment page ends when its buyer orders the same anew, and the next one is paid', async () => {
  const former = await order()

  const next = await order({ count: 2, caller: former.caller })

  const session = world.stripe.world.sessions.get(former.sessionId)
  await workUntilTrue(async () => session?.status === 'expired')
  await workUntil(former.itemId, ['EXPIRED'])
  expect(() => world.stripe.buyer.pay(former.sessionId)).toThrow(/is expired/)
  world.stripe.buyer.pay(next.sessionId)
  await workUntil(next.itemId, ['DELIVERED'])
})

test('a payment page that was paid before it could be ended is delivered, although its buyer ordered the same anew', async () => {
  const former = await order()
  const intent = world.stripe.buyer.pay(former.sessionId)

  await order({ caller: former.caller })

  await workUntil(former.itemId, ['DELIVERED'])
  expect(intent.status).toBe('succeeded')
})
