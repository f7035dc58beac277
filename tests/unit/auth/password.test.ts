import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from '#lib/auth/password.ts'

test('hashes with argon2id at the cost that was measured', async () => {
  const stored = await hashPassword('a wide blue harbour 7')

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('knows the right password and no other, spaces and case included', async () => {
  const stored = await hashPassword('a wide blue harbour 7')

  expect(await passwordMatches(stored, 'a wide blue harbour 7')).toBe(true)
  expect(await passwordMatches(stored, 'A wide blue harbour 7')).toBe(false)
  expect(await passwordMatches(stored, 'a wide blue harbour 7 ')).toBe(false)
})

test('answers no for a stranger, and takes about as long as for somebody known', async () => {
  const stored = await hashPassword('a wide blue harbour 7')
  await passwordMatches(null, 'warm up')
  const times = { known: Number.POSITIVE_INFINITY, stranger: Number.POSITIVE_INFINITY }
  // The quickest of several runs in turn: a busy machine makes some slower, none faster.
  for (let run = 0; run < 8; run++) {
    times.known = Math.min(times.known, await timeOf(() => passwordMatches(stored, 'wrong password')))
    times.stranger = Math.min(times.stranger, await timeOf(() => passwordMatches(null, 'wrong password')))
  }

  expect(await passwordMatches(null, 'a wide blue harbour 7')).toBe(false)
  expect(times.stranger).toBeGreaterThan(times.known * 0.5)
  expect(times.stranger).toBeLessThan(times.known * 2)
})

test('works through a crowd of twenty, four at once', async () => {
  const stored = await hashPassword('a wide blue harbour 7')

  const answers = await Promise.all(Array.from({ length: 20 }, () => passwordMatches(stored, 'a wide blue harbour 7')))

  expect(answers).toEqual(Array.from({ length: 20 }, () => true))
})

/** The processor time of the work, in microseconds: what other programs take meanwhile does not count. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)

  return user + system
}
