import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentEncode, presentParams, type SignParams, sign } from '#lib/provider/sign.ts'
import * as sandbox from '#sandbox/upstream/sign.ts'
import { SECRET, TOKEN } from '#tests/unit/provider/stub-provider.ts'

const late = {
  iccids: '8948010000000000001,8948010000000000002',
  orderNum: 'EP20260101000001',
  remark: "it's late (2*) ~ 测试",
  token: TOKEN,
}

const VECTORS: [name: string, params: SignParams, plain: string, encoded: string][] = [
  [
    'login',
    { phonenumber: '10000000000', password: 'demo-Pass1' },
    '9d3bc309f6a1d97e8f3cbb91e250b4ff',
    'D3ED2E24EBE6B2E1144C9888A394A58D',
  ],
  ['a token alone', { token: TOKEN }, 'de180e93ec647b19f3061ab9f1f4740b', '44A3091E39F6F480B01B0C041985E114'],
  ['a number', { token: TOKEN, skuId: 26 }, '06addfb52cf9cc8fd57db437f8bd0db3', '6260B3D8F9F7AD6E7636EAADB88022DA'],
  [
    'an order with a question mark, slashes and a plus',
    {
      token: TOKEN,
      apiCode: '99915-0-?-500-M-D',
      backInfo: 1,
      beginDate: '01/31/2026',
      count: 1,
      customerEmail: 'a.b+c@example.com',
      daypassDays: 3,
      otherOrderId: 'R-1',
    },
    'f454609bbb6f412f6eeac656abe8c32d',
    '2B2D6664B8D43D2FDF711F5359BD0D57',
  ],
  [
    'an apostrophe, brackets, a star, a tilde and Chinese',
    late,
    'af9e023f8e9601f9702491abc56bbcf8',
    '1508235241B9D67742221399E403C6FC',
  ],
]

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')

describe('fixed vectors', () => {
  test.each(VECTORS)('D5 signs %s in the plain form', (_name, params, plain) => {
    expect(sign(params, SECRET)).toBe(plain)
  })

  test.each(VECTORS)('D5 signs %s in the encoded form', (_name, params, _plain, encoded) => {
    expect(sign(params, SECRET, 'encoded-upper')).toBe(encoded)
  })

  test('D5 never leaves marks bare in the encoded form', () => {
    expect(sign(late, SECRET, 'encoded-upper')).not.toBe('C6171E5DC54361D022495ACB1A640BEF')
  })
})

test.each([null, undefined, ''])('D5 leaves out a parameter that is %j', (empty) => {
  expect(sign({ a: '1', b: empty }, 'k')).toBe(sign({ a: '1' }, 'k'))
})

test('D5 keeps a zero, which is a value', () => {
  expect(sign({ backInfo: 0 }, 'k')).toBe(md5('backInfo=0k'))
})

test('D5 sorts by the whole pair, so a1 comes before a', () => {
  expect(sign({ a: '2', a1: '1' }, 'k')).toBe(md5('a1=1a=2k'))
})

test('D5 never signs a signature', () => {
  expect(sign({ a: '1', sign: 'old' }, 'k')).toBe(md5('a=1k'))
})

test('signs no parameters as the secret alone', () => {
  expect(sign({}, 'k')).toBe(md5('k'))
})

test('encodes everything except letters, digits and - _ . ~', () => {
  expect(percentEncode("aZ9-_.~!'()* +/?é")).toBe('aZ9-_.~%21%27%28%29%2A%20%2B%2F%3F%C3%A9')
})

const names = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name !== 'sign')
const params = fc.dictionary(names, fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)))

test('D5 agrees with an independent implementation in both forms', () => {
  fc.assert(
    fc.property(params, fc.string({ minLength: 1 }), (set, secret) => {
      const sent = Object.fromEntries(presentParams(set))

      expect(sandbox.isSigned({ ...sent, sign: sign(set, secret) }, secret)).toBe(true)
      expect(sandbox.isSigned({ ...sent, sign: sign(set, secret, 'encoded-upper') }, secret)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('does not depend on the order of the parameters', () => {
  fc.assert(
    fc.property(params, (set) => {
      const reversed = Object.fromEntries(Object.entries(set).reverse())

      expect(sign(reversed, 'k')).toBe(sign(set, 'k'))
    }),
  )
})

test('survives half a surrogate pair, and sends what it signed', () => {
  const half = { a: '\ud83d' }

  expect(presentParams(half)).toEqual([['a', '\ufffd']])
  expect(sign(half, 'k', 'encoded-upper')).toBe(sign({ a: '\ufffd' }, 'k', 'encoded-upper'))
})
