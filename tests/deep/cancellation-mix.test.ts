import { expect, test } from 'vitest'
import { playCancellations } from '#tests/support/cancellations.ts'
import { openWorld } from '#tests/support/model/world.ts'
import { publish } from '#tests/support/published.ts'
import { duringTests } from '#tests/support/shop.ts'

const REQUESTS = Number(process.env.REQUESTS ?? 200)
const SEED = Number(process.env.SEED ?? 1)

const world = duringTests(openWorld)

test(`D43 of ${REQUESTS} partial cancellations under lost answers, false refusals and kills at most 5 % need a person (SEED=${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  const sum = await playCancellations(world, { requests: REQUESTS, seed: SEED })

  publish('D43', { seed: SEED, ...sum })
  expect(sum.requests).toBeGreaterThanOrEqual(REQUESTS)
  expect(sum.withPerson / sum.requests).toBeLessThanOrEqual(0.05)
})
