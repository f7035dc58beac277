import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HARMS, PLACES, sellUnder, sellUnderKills, sellUnderLocks } from '#tests/support/model/database-harm.ts'
import { openWorld } from '#tests/support/model/world.ts'
import { duringTests } from '#tests/support/shop.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 20)
const HOUR_MS = 3_600_000

const world = duringTests(openWorld)

describe('D24 one failing statement', () => {
  const everyHarm = HARMS.flatMap((harm) => PLACES.map((place) => ({ harm, place })))

  test.each(everyHarm)(
    `$harm.name at $place, ${ROUNDS} times at random, loses nothing and repeats no call`,
    {
      timeout: HOUR_MS,
    },
    async ({ harm, place }) => {
      const property = fc.asyncProperty(fc.integer({ min: 1, max: place === 'statement' ? 90 : 16 }), async (nth) => {
        expect(await sellUnder(world, { harm, place, nth })).toEqual([])
      })
      await fc.assert(property, { numRuns: ROUNDS, endOnFailure: true })
    },
  )
})

test(`D28 connections that the server ends ${ROUNDS * 10} times cost time and nothing else`, {
  timeout: HOUR_MS,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    expect(await sellUnderKills(world, { orders: 5, kills: 10 })).toEqual([])
  }
})

test('D23 tables locked for 8 s ten times cost time and nothing else', { timeout: HOUR_MS }, async () => {
  const { wrong, failed } = await sellUnderLocks(world, { rounds: 10, lockMs: 8_000, orders: 16 })

  expect(wrong).toEqual([])
  expect(failed).toBeLessThanOrEqual(1)
})
