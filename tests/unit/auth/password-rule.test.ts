import { expect, test } from 'vitest'
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
