import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { getOrderPage, getOrderProgress } from '#lib/orders/queries/order-page.ts'
import { jar } from '#tests/support/request-context.ts'
import { type Delivered, delivered, workUntilEsims } from '#tests/support/returns.ts'
import { handlerAt } from '#tests/support/route-tree.ts'
import { type Sale, startSale } from '#tests/support/sale.ts'
import { addStaff, sessionOf } from '#tests/support/staff.ts'

let sale: Sale

beforeAll(async () => {
  sale = await startSale({ TIME_SCALE: '600', SESSION_SECRET: 'a session secret of a test, long enough' })
  sale.shop.provider.control.changeAccount({ applyCancelRules: false })
})

afterAll(() => sale.close())

async function call(at: string, id: string, body?: unknown, key: string = randomUUID()) {
  const origin = process.env.PUBLIC_URL ?? ''
  const headers = { origin, 'content-type': 'application/json', 'idempotency-key': key }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const handler = await handlerAt(at)
  const response = await handler(new Request(`${origin}/api`, init), { params: Promise.resolve({ id }) })

  return { status: response.status, ...((await response.json()) as { data?: never; error?: { code: string } }) }
}

function asGuestOf({ guestToken }: Delivered): void {
  jar.clear()
  jar.set('guest', guestToken)
}

test('a buyer sees the answer, gives one of two back with it, and reads on the page how far it is', async () => {
  const sold = await delivered(sale, 2)
  const [first = { id: '' }, second = { id: '' }] = sold.esims
  asGuestOf(sold)
  const key = randomUUID()

  const seen = await call('GET /api/orders/[id]/return-options', sold.orderId)
  const asked = await call(
    'POST /api/orders/[id]/returns',
    sold.orderId,
    { esimIds: [first.id], reason: 'not needed' },
    key,
  )
  const again = await call(
    'POST /api/orders/[id]/returns',
    sold.orderId,
    { esimIds: [first.id], reason: 'not needed' },
    key,
  )
  const status = await getOrderProgress(sold.caller, sold.orderId)
  const page = await getOrderPage(sold.caller, sold.orderId)
  await workUntilEsims([first], 'MONEY_BACK')
  const after = await getOrderPage(sold.caller, sold.orderId)

  expect(seen).toMatchObject({ status: 200, data: { esims: [{ esimId: first.id, answer: 'ask' }, { answer: 'ask' }] } })
  expect(asked).toMatchObject({ status: 200, data: { esimIds: [first.id] } })
  expect(again).toEqual(asked)
  expect(status?.isSettled).toBe(false)
  expect(page?.items[0]?.esims.map((esim) => esim.return.state)).toEqual(['asked', 'none'])
  expect(after?.items[0]?.esims.map((esim) => esim.return.state)).toEqual(['returned', 'none'])
  expect(after?.items[0]?.esims[1]).toMatchObject({ id: second.id, return: { answer: 'ask' } })
  expect(after?.history.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['return_asked', 'returned', 'refunded']),
  )
  expect((await getOrderProgress(sold.caller, sold.orderId))?.isSettled).toBe(true)
})

test('an order of somebody else is not there, and an unknown request is refused', async () => {
  const sold = await delivered(sale)
  const stranger = await delivered(sale)
  asGuestOf(stranger)

  expect((await call('GET /api/orders/[id]/return-options', sold.orderId)).status).toBe(404)
  expect((await call('POST /api/orders/[id]/returns', sold.orderId, { esimIds: [sold.esims[0]?.id] })).status).toBe(404)
  expect((await call('POST /api/orders/[id]/returns', stranger.orderId, { esimIds: [sold.esims[0]?.id] })).status).toBe(
    404,
  )
  expect((await call('POST /api/orders/[id]/returns', stranger.orderId, { esimIds: [] })).status).toBe(400)
  expect(
    (await call('POST /api/orders/[id]/returns', stranger.orderId, { esimIds: ['x'], amountMinor: 1 })).status,
  ).toBe(400)
})

test('staff ask at the desk, see the credit only where costs are theirs to see, and judge words', async () => {
  const sold = await delivered(sale)
  const [manager, support] = [await addStaff('manager'), await addStaff('support')]
  const input = { orderId: sold.orderId, esimIds: [sold.esims[0]?.id], reason: 'goodwill call' }
  jar.clear()
  expect((await call('POST /api/admin/cancellations', '', input)).status).toBe(401)
  jar.set('staff', await sessionOf(support.staffId))

  expect((await call('POST /api/admin/cancellations', '', input)).status).toBe(200)
  await workUntilEsims(sold.esims, 'MONEY_BACK')
  const bySupport = await call('GET /api/admin/cancellations', '')
  const { planId } = (await db().orderItem.findUniqueOrThrow({ where: { id: sold.itemId }, select: { quote: true } }))
    .quote
  expect(
    (await call('POST /api/admin/premark-rules', '', { planIds: [planId], answer: 'NEVER', seen: 'UNKNOWN' })).status,
  ).toBe(403)
  jar.set('staff', await sessionOf(manager.staffId))
  expect(
    (await call('POST /api/admin/premark-rules', '', { planIds: [planId], answer: 'NEVER', seen: 'UNKNOWN' })).status,
  ).toBe(200)
  const byManager = await call('GET /api/admin/cancellations', '')

  const row = { order: { id: sold.orderId }, state: 'CONFIRMED', askedBy: 'staff', reason: 'goodwill call' }
  expect(bySupport.data).toMatchObject({
    returns: expect.arrayContaining([expect.objectContaining({ state: 'CONFIRMED', credit: null })]),
  })
  expect(
    (byManager.data as unknown as { returns: { order: { id: string } }[] }).returns.find(
      ({ order }) => order.id === sold.orderId,
    ),
  ).toMatchObject({ ...row, credit: { confirmedAt: null } })
  await db().refundabilityRule.deleteMany()
})
