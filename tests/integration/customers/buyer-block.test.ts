import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { blockBuyer, unblockBuyer } from '#lib/customers/commands/manage-customer.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { order, pay, paymentLedger, type Sale, startSale, workUntil } from '#tests/support/sale.ts'
import { addStaff } from '#tests/support/staff.ts'

const EMAIL = 'blocked@example.com'
let sale: Sale

beforeAll(async () => {
  sale = await startSale()
})

afterAll(() => sale.close())

test('a block stops an order before any money, leaves what was bought alone, and ends', async () => {
  const before = await order({ email: EMAIL })
  await pay(sale, before)
  await workUntil(before.itemId, ['DELIVERED'])
  const { personId } = await db().order.findUniqueOrThrow({ where: { id: before.orderId } })
  const support = await addStaff('support')
  await blockBuyer(support, { personId, reason: 'stolen cards' })
  const payments = (await paymentLedger(sale)).payments.length

  await expect(order({ email: ` ${EMAIL.toUpperCase()} ` })).rejects.toMatchObject({ code: 'buyer_blocked' })

  expect(await db().order.count({ where: { person: { email: EMAIL } } })).toBe(1)
  expect((await paymentLedger(sale)).payments).toHaveLength(payments)

  const esim = await db().esim.findFirstOrThrow({ where: { itemId: before.itemId } })
  const consent = { serviceStarts: true, withdrawalEnds: true } as const
  await expect(revealEsim(before.caller, esim.id, consent)).resolves.toMatchObject({ iccid: esim.iccid })

  await unblockBuyer(support, { personId, reason: 'cleared up' })
  await expect(order({ email: EMAIL })).resolves.toMatchObject({ orderId: expect.any(String) })
})
