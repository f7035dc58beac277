import { beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { FREEZES, newInputs, outlive } from '#tests/support/crash-runs.ts'
import { startCrashSale } from '#tests/support/crash-sale.ts'
import { publish } from '#tests/support/published.ts'
import { duringTests } from '#tests/support/shop.ts'

const COUNT = Number(process.env.REPEATS ?? 100)
const AT_ONCE = FREEZES.length

const sale = duringTests(startCrashSale)

beforeAll(async () => {
  sale.shop.provider.control.setLatency({ ms: 150 })
})

test(`D27 ${COUNT} frozen workers buy nothing when they wake up behind another`, {
  timeout: 6 * 3_600_000,
}, async () => {
  for (let done = 0; done < COUNT; done += AT_ONCE) {
    const inputs = await newInputs(
      sale,
      FREEZES.slice(0, COUNT - done).map(() => 'hold'),
    )
    await Promise.all(
      inputs.map((input, index) => outlive(sale, { input, freeze: FREEZES[index] ?? FREEZES[0], waits: true })),
    )
  }

  expect(await checkInvariants()).toEqual([])
  publish('D27', { frozen: COUNT })
})
