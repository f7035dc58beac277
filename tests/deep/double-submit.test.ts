import { expect, test } from 'vitest'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { publish } from '#tests/support/published.ts'
import { checkoutInput, quote } from '#tests/support/quotes.ts'
import { PLAN, paymentLedger, startSale } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const REPEATS = Number(process.env.REPEATS ?? 200)
const REQUESTS = 50

const sale = duringTests(startSale)

test(`D16 ${REPEATS} times ${REQUESTS} equal checkouts at once make one order and one session each`, {
  timeout: 3_600_000,
}, async () => {
  for (let round = 0; round < REPEATS; round++) {
    const { id: quoteId } = await quote(PLAN)
    const input = checkoutInput([quoteId])

    const answers = await Promise.all(Array.from({ length: REQUESTS }, () => startOrder({ kind: 'anonymous' }, input)))

    expect(new Set(answers.map(({ orderId, number, payUrl }) => `${orderId} ${number} ${payUrl}`)).size).toBe(1)
    expect(await db().orderItem.count({ where: { quoteId } })).toBe(1)
  }
  const { payments } = await paymentLedger(sale)

  expect(payments).toHaveLength(REPEATS)
  expect(await checkInvariants()).toEqual([])
  publish('D16', { repeats: REPEATS, requests: REPEATS * REQUESTS, orders: payments.length })
})
