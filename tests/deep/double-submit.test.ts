import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { publish } from '#tests/support/published.ts'
import { quote } from '#tests/support/quotes.ts'
import { PLAN, paymentLedger, type Sale, startSale } from '#tests/support/sale.ts'

const REPEATS = Number(process.env.REPEATS ?? 200)
const REQUESTS = 50

let sale: Sale

beforeAll(async () => {
  sale = await startSale()
})

afterAll(() => sale.close())

test(`D16 ${REPEATS} times ${REQUESTS} equal checkouts at once make one order and one session each`, {
  timeout: 3_600_000,
}, async () => {
  for (let round = 0; round < REPEATS; round++) {
    const key = randomBytes(16).toString('hex')
    const { id: quoteId } = await quote(PLAN)
    const input = {
      items: [{ quoteId, travellers: [] }],
      email: `${key}@example.com`,
      consents: { terms: true, withdrawalInfo: true, deviceChecked: true },
      once: { key, fingerprint: 'f' },
      locale: 'en',
    }

    const answers = await Promise.all(Array.from({ length: REQUESTS }, () => startOrder({ kind: 'anonymous' }, input)))

    expect(new Set(answers.map(({ orderId, number, payUrl }) => `${orderId} ${number} ${payUrl}`)).size).toBe(1)
    expect(await db().orderItem.count({ where: { quoteId } })).toBe(1)
  }
  const { payments } = await paymentLedger(sale)

  expect(payments).toHaveLength(REPEATS)
  expect(await checkInvariants()).toEqual([])
  publish('D16', { repeats: REPEATS, requests: REPEATS * REQUESTS, orders: payments.length })
})
