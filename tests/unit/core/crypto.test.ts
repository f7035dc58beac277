import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EncryptionContext, encrypt, open, parseKeyRing } from '#lib/core/crypto/encrypt.ts'
import { hashPin, newPin, pinMatches } from '#lib/core/crypto/tokens.ts'
import { attemptRef, newId, newItemRef, newOrderNumber, newToken } from '#lib/core/rules/ids.ts'
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

const key = () => randomBytes(32).toString('base64')
const place = (id: string): EncryptionContext => ({ table: 'Card', id, field: 'code' })

test('opens what it sealed, whatever the text', () => {
  const ring = parseKeyRing(`a:${key()}`)

  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (text) => open(ring, encrypt(ring, text, place('1')), place('1')) === text,
    ),
  )
})

test('refuses a value that was moved to another row', () => {
  const ring = parseKeyRing(`a:${key()}`)
  const encrypted = encrypt(ring, 'LPA', place('1'))

  expect(() => open(ring, encrypted, place('2'))).toThrow()
})

test('refuses a value of which any byte was changed', () => {
  const ring = parseKeyRing(`a:${key()}`)
  const encrypted = encrypt(ring, 'secret', place('1'))

  for (let at = 0; at < encrypted.length; at++) {
    const changed = Buffer.from(encrypted)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => open(ring, changed, place('1'))).toThrow()
  }
})

test('opens values of an older key after a new one became active', () => {
  const [older, newer] = [`old:${key()}`, `new:${key()}`]
  const encrypted = encrypt(parseKeyRing(older), 'kept', place('1'))

  expect(open(parseKeyRing(`${newer},${older}`), encrypted, place('1'))).toBe('kept')
  expect(() => open(parseKeyRing(newer), encrypted, place('1'))).toThrow('"old"')
})

test('never seals the same text to the same bytes', () => {
  const ring = parseKeyRing(`a:${key()}`)

  expect(encrypt(ring, 'x', place('1')).equals(encrypt(ring, 'x', place('1')))).toBe(false)
})

test.each(['', 'a', `a:${randomBytes(16).toString('base64')}`, `A:${key()}`])('refuses the key ring %j', (text) => {
  expect(() => parseKeyRing(text)).toThrow('DATA_KEYS')
})

test('makes ids that name their kind and do not repeat', () => {
  const ids = Array.from({ length: 5000 }, () => newId('ord'))

  expect(new Set(ids).size).toBe(5000)
  expect(ids.every((id) => /^ord_[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true)
})

test('makes line references that sort by time and fit the upstream field with their attempt', () => {
  const earlier = newItemRef(new Date('2026-03-01T00:00:00Z'))
  const later = newItemRef(new Date('2026-03-01T00:00:00.001Z'))

  expect(earlier < later).toBe(true)
  expect(attemptRef(earlier, 12)).toMatch(/^LF[0-9A-Z]{26}-12$/)
  expect(attemptRef(earlier, 12).length).toBeLessThanOrEqual(32)
})

test('makes order numbers that a person can read aloud', () => {
  expect(newOrderNumber()).toMatch(/^LF-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
})

test('makes tokens of 256 bits that are safe in an address', () => {
  expect(newToken()).toMatch(/^[\w-]{43}$/)
  expect(newToken()).not.toBe(newToken())
})
