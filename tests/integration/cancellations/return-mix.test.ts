import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '#tests/support/model/world.ts'
import { publish } from '#tests/support/published.ts'
import { playReturns } from '#tests/support/return-mix.ts'

const seed = Number(process.env.SEED ?? randomInt(1_000_000))
const REQUESTS = 16

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(() => world.close())

test(`D43 partial cancellations under lost answers, false refusals and kills return the money of what is gone (SEED=${seed})`, async () => {
  const sum = await playReturns(world, { requests: REQUESTS, seed })

  publish('D43', { seed, ...sum })
  expect(sum.requests).toBeGreaterThanOrEqual(REQUESTS)
})
