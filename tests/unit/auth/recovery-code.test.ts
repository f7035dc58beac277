import { expect, test } from 'vitest'
import { newRecoveryCodes, readRecoveryCode } from '#lib/auth/rules/factors.ts'

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
