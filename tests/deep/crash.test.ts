import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { type Death, findDeaths, onceEach, type Survived, surviveAll } from '#tests/support/crash-runs.ts'
import { type CrashSale, startCrashSale, workOffRest } from '#tests/support/crash-sale.ts'
import { publish } from '#tests/support/published.ts'
import { changeSettings } from '#tests/support/shop.ts'

const REPEATS = Number(process.env.REPEATS ?? 20)

let sale: CrashSale
let deaths: Death[]

beforeAll(async () => {
  sale = await startCrashSale()
  const all = await findDeaths(sale)
  // A top-up goes its own way between the same places.
  deaths = [...onceEach(all), ...all.filter(({ flow }) => flow === 'top_up')]
}, 1_200_000)

afterAll(() => sale.close())

describe('D3 a process killed', () => {
  test(`at each place, ${REPEATS} times, leaves one order or none, and all money explained`, {
    timeout: 6 * 3_600_000,
  }, async () => {
    const survived: Survived[] = []
    for (let round = 0; round < REPEATS; round++) {
      survived.push(...(await surviveAll(sale, deaths, { atOnce: 8, waits: true })))
      await workOffRest(sale)
      expect(await checkInvariants()).toEqual([])
    }

    expect(survived).toHaveLength(deaths.length * REPEATS)
    publish('D3', { places: deaths.length, kills: survived.length, ...times(survived) })
  })

  test('with the timers of a real shop is followed by another within 150 seconds', { timeout: 3_600_000 }, async () => {
    changeSettings({ TIME_SCALE: '1' })
    // Where nothing may be known for half an hour, or for an hour, the first look counts, not the end.
    const quick = deaths.filter(({ point }) => point !== 'sent' && point !== 'cancel_noted')

    const survived = await surviveAll(sale, quick, { atOnce: 12, waits: true })

    await workOffRest(sale)
    const { p95Ms } = times(survived)
    publish('D3 with real timers', { kills: survived.length, ...times(survived) })
    expect(p95Ms).toBeLessThanOrEqual(150_000)
    expect(await checkInvariants()).toEqual([])
  })
})

function times(survived: Survived[]): { p50Ms: number; p95Ms: number } {
  const sorted = survived.map(({ resumedMs }) => resumedMs).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0

  return { p50Ms: at(0.5), p95Ms: at(0.95) }
}
