import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { type Sale, startSale } from '#tests/support/sale.ts'
import { type OwnedEsim, ownedEsim, topUpCalls, topUpUnderMix } from '#tests/support/top-ups.ts'

const COUNT = 40
const SEED = Number(process.env.SEED ?? randomInt(1_000_000))

let sale: Sale
const esims: OwnedEsim[] = []

beforeAll(async () => {
  sale = await startSale({ TIME_SCALE: '300' })
  for (let n = 0; n < 20; n++) esims.push(await ownedEsim(sale))
}, 240_000)

afterAll(() => sale.close())

test(`D8 ${COUNT} top-ups under the fault mix (seed ${SEED}) are bought once each, and every cent is explained`, {
  timeout: 300_000,
}, async () => {
  const { states, ...books } = await topUpUnderMix(sale, esims, { count: COUNT, seed: SEED })

  expect(books).toMatchObject({ lost: [], twice: [], unexplained: [] })
  expect(states.filter((state) => state === 'HELD')).toEqual([])
  const references = topUpCalls(sale).map(({ params }) => params.otherItemId)
  expect(new Set(references).size).toBe(references.length)
  expect(sale.shop.provider.control.calls({ path: 'refundOrder' })).toEqual([])
  expect(await checkInvariants()).toEqual([])
})
