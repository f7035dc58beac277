import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { proveLookUp, runMix } from '#tests/support/fault-mix-run.ts'
import { startSale } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const COUNT = 60
const SEED = Number(process.env.SEED ?? randomInt(1_000_000))

const sale = duringTests(() => startSale({ TIME_SCALE: '300' }))

test(`D8 ${COUNT} orders under the fault mix (seed ${SEED}) are bought once each, and every cent is explained`, {
  timeout: 240_000,
}, async () => {
  await proveLookUp(sale)

  const { orders } = await runMix(sale, { count: COUNT, seed: SEED })

  expect(orders).toBe(COUNT)
})
