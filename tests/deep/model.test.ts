import { randomInt } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { playInterleavings } from '#tests/support/model/one-order.ts'
import { playSequences } from '#tests/support/model/sequences.ts'
import { openWorld } from '#tests/support/model/world.ts'
import { duringTests } from '#tests/support/shop.ts'

const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
const SEQUENCES = Number(process.env.SEQUENCES ?? 5_000)
const INTERLEAVINGS = Number(process.env.INTERLEAVINGS ?? 2_000)
const HOURS_MS = 6 * 3_600_000

const world = duringTests(openWorld)

afterAll(async () => {
  const counts = [...world.seen].sort(([a], [b]) => a.localeCompare(b)).map(([what, count]) => `${what}: ${count}`)
  process.stdout.write(`${counts.join('\n')}\n`)
})

test(`D1 ${SEQUENCES} random sequences of acts, crashes and faults end with books that agree (SEED=${seed})`, {
  timeout: HOURS_MS,
}, async () => {
  await playSequences(world, { runs: SEQUENCES, seed })

  expect(world.seen.get('sequences')).toBe(SEQUENCES)
})

test(`D2 ${INTERLEAVINGS} interleavings of all who may act on one order leave books that agree (SEED=${seed})`, {
  timeout: HOURS_MS,
}, async () => {
  await playInterleavings(world, { runs: INTERLEAVINGS, seed })

  expect(world.seen.get('interleavings')).toBe(INTERLEAVINGS)
})
