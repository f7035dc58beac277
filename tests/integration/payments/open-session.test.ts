import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { onCrashPoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { openSession } from '#lib/payments/commands/open-session.ts'
import { aroundStatements, cut } from '#tests/support/model/statements.ts'
import { eventually } from '#tests/support/patience.ts'
import { control, freshParties, order, pay, type Sale, startSale, workUntil } from '#tests/support/sale.ts'

let sale: Sale

beforeAll(async () => {
  sale = await startSale()
})

afterAll(() => sale.close())

beforeEach(() => freshParties(sale))

afterEach(() => onCrashPoint(() => undefined))

/** The payment of an order whose session nobody has noted yet. */
async function unopened() {
  await control(sale, 'faults', { endpoint: 'session.create', when: 'after', kind: 'reset', times: 1 })
  await expect(order()).rejects.toMatchObject({ code: 'upstream_unavailable' })

  return db().payment.findFirstOrThrow({ where: { state: 'INTENDED' }, orderBy: { createdAt: 'desc' } })
}

function payment(id: string) {
  return db().payment.findUniqueOrThrow({ where: { id } })
}

test('a session that was opened, but could not be noted, is no refusal: it is opened again and paid', async () => {
  const { id, orderId } = await unopened()
  const off = aroundStatements(async ({ text }, run, client) => {
    if (text.includes('"payUrl" =')) cut(client)

    return run()
  })
  await expect(openSession(id)).rejects.toThrow()
  off()
  expect(await payment(id)).toMatchObject({ state: 'INTENDED' })

  await openSession(id)
  const { sessionId } = await payment(id)
  await pay(sale, { sessionId: sessionId ?? '' })

  const item = await db().orderItem.findFirstOrThrow({ where: { orderId } })
  await workUntil(item.id, ['DELIVERED'])
})

test('a session of a payment that was given up meanwhile is handed to nobody', async () => {
  const { id } = await unopened()
  onCrashPoint(async (point) => {
    if (point === 'session_answered') await db().payment.update({ where: { id }, data: { state: 'FAILED' } })
  })

  await expect(openSession(id)).rejects.toMatchObject({ code: 'gone' })
})

test('a session that somebody else has noted meanwhile is the same one for both', async () => {
  const { id } = await unopened()
  let first = true
  let others = ''
  onCrashPoint(async (point) => {
    if (point !== 'session_answered' || !first) return
    first = false
    others = await openSession(id)
  })

  expect(await openSession(id)).toBe(others)
  await eventually(
    () => payment(id),
    ({ state }) => state === 'OPEN',
  )
})
