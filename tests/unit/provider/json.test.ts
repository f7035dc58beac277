import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson, sourceOf } from '#lib/provider/json.ts'

test.each([
  ['21.90', '21.90'],
  ['0.30000000000000004', '0.30000000000000004'],
  ['9007199254740993', '9007199254740993'],
  ['1e-7', '1e-7'],
  ['1e400', '1e400'],
])('keeps the number %s as the text that was written', (source, text) => {
  expect(sourceOf((parseJson(`{"price":${source}}`) as { price: unknown }).price)).toBe(text)
})

test('leaves whole numbers, texts and nesting as they are', () => {
  expect(parseJson('{"a":[1,-2,{"b":"0.1","c":null,"d":true}]}')).toEqual({
    a: [1, -2, { b: '0.1', c: null, d: true }],
  })
})

test('does not take a text for a number, nor a number for a text', () => {
  expect(sourceOf(parseJson('"21.90"'))).toBeNull()
  expect(typeof parseJson('21.90')).toBe('object')
  expect(parseJson('21.0')).toBe(21)
})

test('says nothing about the content when it is not JSON', () => {
  const secretText = '<html>LPA:1$rsp.example.com$K2-9F4A</html>'

  expect(() => parseJson(secretText)).toThrow(/^The body is not JSON\.$/)
})

test('turns nesting that is too deep into an ordinary error', () => {
  expect(() => parseJson('['.repeat(200_000) + ']'.repeat(200_000))).toThrow(/^The body is not JSON\.$/)
})

test('never turns a fraction into a binary number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 999_999 }), (whole, fraction) => {
      const source = `${whole}.${String(fraction).padStart(6, '0')}1`

      expect(sourceOf(parseJson(source))).toBe(source)
    }),
  )
})
