import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '#lib/services/check-invariants.ts'
import {
  CRASH_SETTINGS,
  type Death,
  findDeaths,
  onceEach,
  planDeaths,
  type Survived,
  survive,
} from '#tests/support/crash-runs.ts'
import { publish } from '#tests/support/published.ts'
import { order, pay, type Sale, startSale, workUntil } from '#tests/support/sale.ts'
import { changeSettings } from '#tests/support/shop.ts'

const REPEATS = Number(process.env.REPEATS ?? 20)
const AT_ONCE = 3

let sale: Sale
let deaths: Death[]

beforeAll(async () => {
  sale = await startSale({ TIME_SCALE: '300', ...CRASH_SETTINGS })
  const proof = await order()
  await pay(sale, proof)
  await workUntil(proof.lineId, ['DELIVERED'])
  deaths = onceEach(await findDeaths())
}, 1_200_000)

afterAll(() => sale.close())

describe('D3 a process killed', () => {
  test(`at each place, ${REPEATS} times, leaves one order or none, and all money explained`, {
    timeout: 6 * 3_600_000,
  }, async () => {
    const survived: Survived[] = []
    for (let round = 0; round < REPEATS; round++) {
      survived.push(...(await dieTogether(deaths, AT_ONCE)))
      expect(await checkInvariants()).toEqual([])
    }

    expect(survived).toHaveLength(deaths.length * REPEATS)
    publish('D3', { places: deaths.length, kills: survived.length, ...times(survived) })
  })

  test('with the timers of a real shop is followed by another within 150 seconds', { timeout: 3_600_000 }, async () => {
    changeSettings({ TIME_SCALE: '1' })
    // Where nothing may be known for half an hour, the first look counts, not the end.
    const quick = deaths.filter(({ point }) => point !== 'sent')

    const survived = await dieTogether(quick, quick.length)

    const { p95Ms } = times(survived)
    publish('D3 with real timers', { kills: survived.length, ...times(survived) })
    expect(p95Ms).toBeLessThanOrEqual(150_000)
    expect(await checkInvariants()).toEqual([])
  })
})

async function dieTogether(all: Death[], atOnce: number): Promise<Survived[]> {
  const queue = await planDeaths(all)
  const survived: Survived[] = []
  const work = async () => {
    for (let death = queue.shift(); death; death = queue.shift()) {
      survived.push(await survive(sale, { ...death, waits: true }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))

  return survived
}

function times(survived: Survived[]): { p50Ms: number; p95Ms: number } {
  const sorted = survived.map(({ resumedMs }) => resumedMs).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0

  return { p50Ms: at(0.5), p95Ms: at(0.95) }
}
