import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpOwner } from '#lib/auth/commands/manage-staff.ts'
import { forgetGuesses, takeGuess } from '#lib/auth/limits.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { addOwnerLink } from '#lib/auth/repository/staff-invites.ts'
import { deviceCookie, signInStaff } from '#lib/auth/sign-in.ts'
import { clearPoints, forgetCounters, takePoint } from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'

const PASSWORD = 'a wide blue harbour 7'
const OWNER = 'olga@example.com'

let shop: Shop

beforeAll(async () => {
  shop = await startShop({ SESSION_SECRET: 'a session secret of a test, long enough' })
  forgetCounters()
  const passwordHash = await hashPassword(PASSWORD)
  await setUpOwner(await addOwnerLink(), { email: OWNER, name: 'Olga', passwordHash })
})

afterAll(async () => {
  forgetCounters()
  await shop.close()
})

type Try = { email?: string; network?: string; password?: string; cookies?: string }

/** What became of one try: `in`, `wrong`, or the code of the refusal. */
async function outcomeOf({ email = OWNER, network = '203.0.113.0/24', password = 'wrong', cookies = '' }: Try) {
  try {
    const typed = { email, password, address: network, browser: 'Firefox, Linux', cookies }

    return (await signInStaff(typed)) ? 'in' : 'wrong'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

async function count(tries: Try[]) {
  const outcomes = await Promise.all(tries.map(outcomeOf))

  return Object.fromEntries(
    [...new Set(outcomes)].sort().map((kind) => [kind, outcomes.filter((o) => o === kind).length]),
  )
}

const hundred = <T>(make: (n: number) => T): T[] => Array.from({ length: 100 }, (_, n) => make(n))

test('of a hundred guesses at once at one account, from as many networks, ten are looked at', async () => {
  expect(await count(hundred((n) => ({ network: `10.0.${n}.0/24` })))).toEqual({ rate_limited: 90, wrong: 10 })
})

test('an account that nobody has answers the same', async () => {
  const tries = hundred((n) => ({ email: 'nobody@example.com', network: `10.1.${n}.0/24` }))

  expect(await count(tries)).toEqual({ rate_limited: 90, wrong: 10 })
})

test('of a hundred guesses at once from one network, at as many accounts, ten are looked at', async () => {
  const tries = hundred((n) => ({ email: `person-${n}@example.com`, network: '198.51.100.0/24' }))

  expect(await count(tries)).toEqual({ rate_limited: 90, wrong: 10 })
})

test('the right password is not looked at either while strangers have used the tries up, and says when to come back', async () => {
  const refused = await signInStaff({ email: OWNER, password: PASSWORD, address: '192.0.2.0/24', browser: '' }).catch(
    (error: AppError) => error,
  )

  expect(refused).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: expect.any(Number) } })
})

test('the owner comes in from a known device meanwhile, and that device guesses ten times too', async () => {
  const cookies = `lang=en; ${deviceCookie(OWNER).split(';')[0]}`

  expect(await outcomeOf({ password: PASSWORD, cookies })).toBe('in')
  expect(await count(hundred(() => ({ cookies })))).toEqual({ rate_limited: 90, wrong: 10 })
})

test.each([
  ['of another account', () => deviceCookie('somebody@example.com')],
  ['that somebody made up', () => `device=${'A'.repeat(22)}.${'B'.repeat(43)}`],
  ['with a NUL', () => 'device=\u0000.\u0000'],
])('a device %s is not known', async (_, make) => {
  expect(await outcomeOf({ password: PASSWORD, cookies: make().split(';')[0] ?? '' })).toBe('rate_limited')
})

test('whoever has proved the mailbox is not kept out by what strangers tried', async () => {
  await forgetGuesses('password', OWNER)

  expect(await outcomeOf({ password: PASSWORD, network: '192.0.2.0/24' })).toBe('in')
})

test('thirty people who sign in from one office in a minute are not counted', async () => {
  for (let n = 0; n < 30; n++) {
    const guess = await takeGuess('password', { account: `colleague-${n}@example.com`, network: '192.0.2.0/24' })
    await guess.wasRight()
  }

  expect(await outcomeOf({ email: 'nobody-else@example.com', network: '192.0.2.0/24' })).toBe('wrong')
})

test('each block is twice as long as the one before, up to a bound, and a right answer ends all of them', async () => {
  const limit = { points: 1, duration: 1, longestBlockSeconds: 3 }
  const blocks: (number | null)[] = []
  for (let n = 0; n < 3; n++) {
    await takePoint('growing', limit, 'somebody')
    const seconds = await takePoint('growing', limit, 'somebody')
    blocks.push(seconds)
    await sleep((seconds ?? 0) * 1000 + 100)
  }
  expect(blocks).toEqual([1, 2, 3])

  await clearPoints('growing', limit, 'somebody')
  await takePoint('growing', limit, 'somebody')
  expect(await takePoint('growing', limit, 'somebody')).toBe(1)
})
