import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from '#lib/auth/password.ts'
import { newRecoveryCodes, readRecoveryCode } from '#lib/auth/rules/factors.ts'
import { passwordProblem } from '#lib/auth/rules/password-rule.ts'

const about = { email: 'ana.ruiz@example.com', name: 'Ana Ruiz' }

test.each(['a wide blue harbour 7', 'täglich Tee um vier', 'x7#Kq!9zLp', 'kk9dhwq2', '正しい馬の電池です'])(
  'takes %s: no rule asks for kinds of characters',
  (password) => {
    expect(passwordProblem(password, about)).toBeNull()
  },
)

test('takes 64 characters and more, and counts characters, not bytes', () => {
  expect(passwordProblem('correct horse battery staple '.repeat(4), about)).toBeNull()
  expect(passwordProblem('🦀🐙🦑🐠🐡🦐🦞', about)).toBe('too_short')
  expect(passwordProblem('ab'.repeat(129), about)).toBe('too_long')
})

test.each([
  'password',
  'Password1',
  'P@ssw0rd2027!',
  'qwertyuiop',
  '12345678',
  '20270301',
  'aaaaaaaa',
  'abcabcabc',
  'iloveyou1',
  'Welcome123!',
  'letmein2027',
  'adminadmin',
  'abcdefgh1',
])('refuses %s, which stands on every list', (password) => {
  expect(passwordProblem(password, about)).toBe('common')
})

test.each(['ana.ruiz@example.com', 'ana.ruiz2027', 'AnaRuiz123', 'example2027'])(
  'refuses %s, which is made of the owner',
  (password) => {
    expect(passwordProblem(password, about)).toBe('personal')
  },
)

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

test('ten codes of 120 bits each, as a person copies them', () => {
  const codes = newRecoveryCodes()

  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(readRecoveryCode(code.toLowerCase().replaceAll('-', ' '))).toBe(code)
  }
})

test('a shorter code of the release before is still read', () => {
  expect(readRecoveryCode('7q2k0m4r9xza41cd')).toBe('7Q2K-0M4R-9XZA-41CD')
})

test.each(['', '7Q2K', '7Q2K-0M4R-9XZA-41CD-B8TN', '7Q2K-0M4R-9XZA-41CU', '123456'])('%j is no code', (text) => {
  expect(readRecoveryCode(text)).toBeNull()
})
