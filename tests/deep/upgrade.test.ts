import { expect, onTestFinished, test } from 'vitest'
import { sendBuyers } from '#scripts/chaos/buyers.mjs'
import { choosePlans, inputOf } from '#scripts/chaos/inputs.mjs'
import { compareLedgers } from '#scripts/chaos/ledgers.mjs'
import { prove } from '#scripts/chaos/run.mjs'
import { settle } from '#scripts/chaos/settle.mjs'
import { openWorld } from '#scripts/chaos/world.mjs'
import { ROOT } from '#scripts/store/supervisor.mjs'
import { checkOutFormer } from '#tests/support/former-release.ts'
import { publish } from '#tests/support/published.ts'

const BUYERS = Number(process.env.BUYERS ?? 30)
const SEED = Number(process.env.SEED ?? 1)
const TIME_SCALE = 120
const RATE = 2
const SETTLES_WITHIN_MS = 20 * 60_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test(`the former release sells, this one takes over in the middle, the former one comes back, and of ${3 * BUYERS} buyers nobody is lost`, {
  timeout: 3_600_000,
}, async () => {
  const former = checkOutFormer()
  onTestFinished(former.remove)
  const say = process.env.DEBUG ? console.log : () => undefined
  const deaths: string[] = []
  const world = await openWorld({
    drive: 'services',
    timeScale: TIME_SCALE,
    workers: 1,
    say,
    onDeath: ({ name, said }: { name: string; said: string }) => deaths.push(`${name}: ${said}`),
    isCuttable: false,
    root: former.root,
  })
  onTestFinished(() => world.close())
  const plans = await choosePlans(world.database, SEED)
  await prove(world, { seed: SEED, plans, say })
  const visits: unknown[] = []
  let next = 0
  /** Buyers come, and the release under them is killed and another one started while half of them are still to come. */
  const sellAcross = async (change: (() => Promise<void>) | null) => {
    const inputs = Array.from({ length: BUYERS }, () => inputOf({ seed: SEED, n: ++next, plans }))
    const selling = sendBuyers({ world, inputs, rate: RATE, most: 20, say })
    if (change) {
      await pause((BUYERS / RATE / 2) * 1_000)
      await change()
    }
    visits.push(...(await selling))
  }

  await sellAcross(() => world.changeTo(ROOT))
  const [state] = await world.database.ask('SELECT "release" FROM "SchemaState"')
  await sellAcross(() => world.changeTo(former.root))
  await sellAcross(null)
  const open = await settle({ world, timeScale: TIME_SCALE, withinMs: SETTLES_WITHIN_MS, say })
  const books = await compareLedgers({ world, visits })

  publish('upgrade', { buyers: visits.length, ...books, misses: books.misses.length })
  expect(state).toBeDefined()
  expect(visits).toHaveLength(3 * BUYERS)
  expect(deaths).toEqual([])
  expect(open).toEqual([])
  expect(books.misses).toEqual([])
  expect(books.delivered).toBeGreaterThan(BUYERS)
})
