import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeGuess } from '#lib/auth/limits.ts'
import { assertWithinLimit } from '#lib/core/http/rate-limit.ts'
import { db } from '#lib/core/repository/client.ts'
import { forgetCounters } from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { LimitName } from '#lib/core/rules/rate-limits.ts'
import { CONTRACTS } from '#tests/support/access-rows.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
  forgetCounters()
})

afterAll(async () => {
  forgetCounters()
  await shop.close()
})

beforeEach(() => db().$executeRaw`DELETE FROM "RateLimit"`)

/** How many of a hundred guesses at once are looked at. */
async function lookedAt(guess: (n: number) => Promise<unknown>): Promise<number> {
  const tries = Array.from({ length: 100 }, async (_, n) => {
    try {
      await guess(n)

      return 1
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited') return 0
      throw error
    }
  })

  return (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0)
}

test.each([
  ['a password, one account from a hundred networks', 'password', (n: number) => ({ account: 'a', network: `n${n}` })],
  ['a password, a hundred accounts from one network', 'password', (n: number) => ({ account: `a${n}`, network: 'n' })],
  ['a code, one account from a hundred networks', 'second-factor', (n: number) => ({ account: 'a', network: `n${n}` })],
  ['a code, a hundred accounts from one network', 'second-factor', (n: number) => ({ account: `a${n}`, network: 'n' })],
  ['a password asked again, one account', 'password-again', () => ({ account: 'a' })],
  ['a voucher code, one network', 'voucher', () => ({ network: 'n' })],
] as const)('of a hundred guesses in a minute ten are looked at: %s', async (_, kind, who) => {
  expect(await lookedAt((n) => takeGuess(kind, who(n)))).toBe(10)
})

const FORMS: [LimitName, number, string][] = [
  ['find', 10, 'POST /api/find'],
  ['find', 10, 'POST /api/withdrawals'],
  ['pins', 10, 'POST /api/shares/open'],
  ['simCards', 5, 'POST /api/sim-cards/check'],
]

test.each(FORMS)(
  'of a hundred guesses in a minute from one network, %s lets %i through: %s',
  async (name, most, at) => {
    const request = () => new Request('https://shop.example/', { headers: { 'x-forwarded-for': '203.0.113.7' } })

    expect(await lookedAt(() => assertWithinLimit(name, request()))).toBe(most)
    // The wrapper counts before it reads anything.
    expect(CONTRACTS.get(at)?.spec.limit).toBe(name)
  },
)
