import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proveLookUp, runMix } from '#tests/support/fault-mix-run.ts'
import { type Sale, startSale } from '#tests/support/sale.ts'

const COUNT = 60
const SEED = Number(process.env.SEED ?? randomInt(1_000_000))

let sale: Sale

beforeAll(async () => {
  sale = await startSale({ TIME_SCALE: '300' })
})

afterAll(() => sale.close())

test(`D8 ${COUNT} orders under the fault mix (seed ${SEED}) are bought once each, and every cent is explained`, {
  timeout: 240_000,
}, async () => {
  await proveLookUp(sale)

  const { orders } = await runMix(sale, { count: COUNT, seed: SEED })

  expect(orders).toBe(COUNT)
})
