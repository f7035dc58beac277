import { expect, test } from 'vitest'
import { type MixRun, proveLookUp, runMix } from '#tests/support/fault-mix-run.ts'
import { publish } from '#tests/support/published.ts'
import { startSale } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 20)
const EACH = 500
const SEED = Number(process.env.SEED ?? 1)

const sale = duringTests(() => startSale({ TIME_SCALE: '300' }))

test(`D8 ${ROUNDS * EACH} orders under the fault mix are bought once each, and every cent is explained`, {
  timeout: 6 * 3_600_000,
}, async () => {
  await proveLookUp(sale)
  const runs: MixRun[] = []

  for (let round = 0; round < ROUNDS; round++) {
    const run = await runMix(sale, { count: EACH, seed: SEED + round })
    publish('D8', { seed: SEED + round, ...run })
    runs.push(run)
  }

  expect(runs.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThanOrEqual(ROUNDS * EACH)
})
