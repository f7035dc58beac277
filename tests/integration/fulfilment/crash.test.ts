import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAILPOINTS } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { type Death, findDeaths, onceEach, surviveAll } from '#tests/support/crash-runs.ts'
import { type CrashSale, startCrashSale, workOffRest } from '#tests/support/crash-sale.ts'

const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
// A third of the places, another one each time; all of them with FULL=1, and many times over in tests/deep.
const PARTS = process.env.FULL ? 1 : 3

let sale: CrashSale
let deaths: Death[]

beforeAll(async () => {
  sale = await startCrashSale()
  deaths = onceEach(await findDeaths(sale))
}, 600_000)

afterAll(() => sale.close())

describe('D3 a process killed', () => {
  test('can be killed at every place that has a name: some way to sell passes each of them', () => {
    const passed = new Set(deaths.map(({ point }) => point))

    expect(FAILPOINTS.filter((point) => !passed.has(point))).toEqual([])
  })

  test(`at one of ${PARTS} of them leaves one order or none, and all money explained (SEED=${seed})`, {
    timeout: 900_000,
  }, async () => {
    const drawn = deaths.filter((_, index) => (index + seed) % PARTS === 0)

    const survived = await surviveAll(sale, drawn, { waits: false })
    await workOffRest(sale)

    expect(survived).toHaveLength(drawn.length)
    expect(await checkInvariants()).toEqual([])
  })
})
