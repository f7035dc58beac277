import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { open, parseKeyRing, type SealedPlace, seal } from '#lib/core/crypto/seal.ts'

const key = () => randomBytes(32).toString('base64')
const place = (id: string): SealedPlace => ({ table: 'Card', id, field: 'code' })

test('opens what it sealed, whatever the text', () => {
  const ring = parseKeyRing(`a:${key()}`)

  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (text) => open(ring, seal(ring, text, place('1')), place('1')) === text,
    ),
  )
})

test('refuses a value that was moved to another row', () => {
  const ring = parseKeyRing(`a:${key()}`)
  const sealed = seal(ring, 'LPA', place('1'))

  expect(() => open(ring, sealed, place('2'))).toThrow()
})

test('refuses a value of which any byte was changed', () => {
  const ring = parseKeyRing(`a:${key()}`)
  const sealed = seal(ring, 'secret', place('1'))

  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => open(ring, changed, place('1'))).toThrow()
  }
})

test('opens values of an older key after a new one became active', () => {
  const [older, newer] = [`old:${key()}`, `new:${key()}`]
  const sealed = seal(parseKeyRing(older), 'kept', place('1'))

  expect(open(parseKeyRing(`${newer},${older}`), sealed, place('1'))).toBe('kept')
  expect(() => open(parseKeyRing(newer), sealed, place('1'))).toThrow('"old"')
})

test('never seals the same text to the same bytes', () => {
  const ring = parseKeyRing(`a:${key()}`)

  expect(seal(ring, 'x', place('1')).equals(seal(ring, 'x', place('1')))).toBe(false)
})

test.each(['', 'a', `a:${randomBytes(16).toString('base64')}`, `A:${key()}`])('refuses the key ring %j', (text) => {
  expect(() => parseKeyRing(text)).toThrow('DATA_KEYS')
})
