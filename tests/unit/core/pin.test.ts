import { expect, test } from 'vitest'
import { hashPin, newPin, pinMatches } from '#lib/core/crypto/tokens.ts'
import { readPin } from '#lib/esims/client/shares.ts'

test('a PIN has six digits, and its hash knows it and no other', async () => {
  const pin = newPin()
  const stored = await hashPin(pin)

  expect(pin).toMatch(/^\d{6}$/)
  expect(stored).not.toContain(pin)
  expect(await pinMatches(stored, pin)).toBe(true)
  expect(await pinMatches(stored, String((Number(pin) + 1) % 1_000_000).padStart(6, '0'))).toBe(false)
})

test('the same PIN is stored differently each time, and nothing fits what is no hash', async () => {
  expect(await hashPin('000000')).not.toBe(await hashPin('000000'))
  for (const stored of ['', 'none', 'AA.AA']) expect(await pinMatches(stored, '000000')).toBe(false)
})

test.each([
  ['123 456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۰۹۸۷۶۵', '098765'],
  ['12-34-56 ', '123456'],
])('what is typed as %s is read as %s', (typed, pin) => {
  expect(readPin(typed)).toBe(pin)
})
