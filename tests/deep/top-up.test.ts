import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { Failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { pay, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { type OwnedEsim, orderTopUp, ownedEsim, topUpCalls, topUpsOf, topUpUnderMix } from '#tests/support/top-ups.ts'

const COUNT = 1_000
const ROUND = 100
const SEED = Number(process.env.SEED ?? randomInt(1_000_000))
const HOUR_MS = 3_600_000

const sale = duringTests(() => startSale({ TIME_SCALE: '300' }))
const esims: OwnedEsim[] = []

beforeAll(async () => {
  for (let n = 0; n < 50; n++) esims.push(await ownedEsim(sale))
}, HOUR_MS)

test(`${COUNT} top-ups under the fault mix (seed ${SEED}): none lost, none bought twice`, {
  timeout: 3 * HOUR_MS,
}, async () => {
  const states: string[] = []
  for (let round = 0; round < COUNT / ROUND; round++) {
    const { states: ended, ...books } = await topUpUnderMix(sale, esims, { count: ROUND, seed: SEED + round })
    expect(books, `round ${round}`).toMatchObject({ lost: [], twice: [], unexplained: [] })
    states.push(...ended)
  }

  console.log(
    JSON.stringify(
      Object.fromEntries(
        Map.groupBy(states, (state) => state)
          .entries()
          .map(([state, all]) => [state, all.length]),
      ),
    ),
  )
  expect(states).toHaveLength(COUNT)
  expect(states.filter((state) => state === 'HELD')).toEqual([])
  expect(await checkInvariants()).toEqual([])
})

const POINTS: Failpoint[] = [
  'prepared',
  'sent',
  'answered',
  'placed',
  'capturing',
  'captured',
  'deliverable',
  'delivered',
]

describe('a worker killed', () => {
  test.each(POINTS)(
    'at "%s" leaves one plan on the card or none, and all money explained',
    { timeout: HOUR_MS },
    async (point) => {
      const [esim] = esims
      if (!esim) throw new Error('There is no card.')
      const before = topUpsOf(sale, esim.iccid).length
      const started = await orderTopUp(esim)
      await pay(sale, started)
      const child = spawn('node', ['--conditions=react-server', 'tests/support/worker-child.ts'], {
        stdio: 'ignore',
        env: { ...process.env, CRASH_AT: point },
      })
      const signal = await new Promise((resolve) => child.on('exit', (code, killed) => resolve(killed ?? code)))
      expect(signal).toBe('SIGKILL')

      const state = await workUntil(started.itemId, ['DELIVERED', 'REFUNDED'], HOUR_MS)

      expect(topUpsOf(sale, esim.iccid).length - before).toBe(state === 'DELIVERED' ? 1 : 0)
      expect(topUpCalls(sale, started.itemRef).length).toBeLessThanOrEqual(2)
      expect(await db().attempt.count({ where: { itemId: started.itemId, state: 'ACCEPTED' } })).toBeLessThanOrEqual(1)
      expect(await checkInvariants()).toEqual([])
    },
  )
})
