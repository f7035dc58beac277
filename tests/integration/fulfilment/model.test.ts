import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { playInterleavings } from '#tests/support/model/one-order.ts'
import { playSequences } from '#tests/support/model/sequences.ts'
import { openWorld } from '#tests/support/model/world.ts'
import { duringTests } from '#tests/support/shop.ts'

const seed = Number(process.env.SEED ?? randomInt(2 ** 31))

const world = duringTests(openWorld)

test(`D1 random sequences of acts, crashes and faults end with books that agree (SEED=${seed})`, async () => {
  await playSequences(world, { runs: 100, withinMs: 10_000, seed })

  expect(world.seen.get('sequences')).toBeGreaterThan(0)
})

test(`D2 everybody who may act on one order at once leaves books that agree (SEED=${seed})`, async () => {
  await playInterleavings(world, { runs: 60, withinMs: 6_000, seed })

  expect(world.seen.get('interleavings')).toBeGreaterThan(0)
})
