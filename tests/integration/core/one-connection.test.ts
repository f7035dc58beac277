import { expect, test } from 'vitest'
import { db, transaction } from '#lib/core/repository/client.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

duringTests(startShop)

test('a transaction that reads a row with its relations asks its connection one thing at a time', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  // It is told once in a process.
  process.on('warning', warn)
  const { id } = await addSoldOrder()

  const order = await transaction((tx) =>
    tx.order.findUniqueOrThrow({
      where: { id },
      include: { items: { include: { quote: true, esims: true } }, payments: true },
    }),
  )
  // A warning is told one turn later.
  await db().order.count()
  process.off('warning', warn)

  expect([order.items.length, order.payments.length]).toEqual([1, 1])
  expect(warnings).toEqual([])
})
