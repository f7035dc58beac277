import { beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { FREEZES, newInputs, outlive } from '#tests/support/crash-runs.ts'
import { startCrashSale } from '#tests/support/crash-sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const sale = duringTests(startCrashSale)

beforeAll(async () => {
  sale.shop.provider.control.setLatency({ ms: 150 })
})

test('D27 a worker frozen before, in and after its call buys nothing when it wakes up behind another', {
  timeout: 600_000,
}, async () => {
  const inputs = await newInputs(
    sale,
    FREEZES.map(() => 'hold'),
  )

  await Promise.all(
    FREEZES.map((freeze, index) => {
      const input = inputs[index]
      if (!input) throw new Error('There is a buyer for each freeze.')

      return outlive(sale, { input, freeze, waits: false })
    }),
  )

  expect(await checkInvariants()).toEqual([])
})
