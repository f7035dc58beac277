import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { quote } from '#tests/support/quotes.ts'
import { PLAN, pay, paymentLedger, type Sale, startSale, workUntil } from '#tests/support/sale.ts'

let sale: Sale

beforeAll(async () => {
  sale = await startSale()
})

afterAll(() => sale.close())

test('D16 a checkout sent again after it was paid leads to its order, and asks for no money', async () => {
  const { id: quoteId } = await quote(PLAN)
  const input = {
    items: [{ quoteId, travellers: [] }],
    email: 'back-button@example.com',
    consents: { terms: true, withdrawalInfo: true, deviceChecked: true },
    once: { key: 'a'.repeat(32), fingerprint: 'f' },
    locale: 'en',
  }
  const first = await startOrder({ kind: 'anonymous' }, input)
  const { id: itemId } = await db().orderItem.findFirstOrThrow({ where: { orderId: first.orderId } })
  const { sessionId } = await db().payment.findFirstOrThrow({ where: { orderId: first.orderId } })
  await pay(sale, { sessionId: sessionId ?? '' })
  await workUntil(itemId, ['DELIVERED'])

  const again = await startOrder({ kind: 'anonymous' }, input)

  expect(again.orderId).toBe(first.orderId)
  expect(new URL(again.payUrl).pathname).toBe(`/o/${first.orderId}`)
  expect((await paymentLedger(sale)).payments).toHaveLength(1)
  expect(await checkInvariants()).toEqual([])
})
