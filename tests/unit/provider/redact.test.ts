import { expect, test } from 'vitest'
import { cleanCause, cleanText } from '#lib/provider/errors.ts'

test('cuts a text to 200 characters', () => {
  expect(cleanText('x'.repeat(1_000_000), [])).toHaveLength(200)
})

test('turns control, direction and line characters into blanks', () => {
  expect(cleanText('a\u0000\r\nb\u202ec\u2028d\u001b[31m', [])).toBe('a b c d [31m')
})

test('removes secrets as they stand and percent-encoded', () => {
  expect(cleanText('key=a+b/c&again=a%2Bb%2Fc', ['a+b/c'])).toBe('key=[removed]&again=[removed]')
})

test.each(['LPA:1$rsp.example.com$K2-9F4A-77C1', 'lpa$1$rsp.example.com$K2', '1$rsp.example.com$K2'])(
  'removes the activation code %s',
  (code) => {
    expect(cleanText(`cannot use "${code}" now`, [])).toBe('cannot use "[removed]" now')
  },
)

test('keeps name, code and nested causes of an error, and nothing else of it', () => {
  const inner = Object.assign(new Error('inner secret-token'), { code: 'ECONNRESET', data: 'LPA:1$a.b$c' })
  const outer = new TypeError('outer', { cause: inner })

  const cause = cleanCause(outer, ['secret-token'])

  expect(cause).toMatchObject({ name: 'TypeError', message: 'outer' })
  expect(cause.cause).toMatchObject({ message: 'inner [removed]', code: 'ECONNRESET' })
  expect(cause.cause).not.toHaveProperty('data')
})

test('survives a cause that refers to itself', () => {
  const error = new Error('loop')
  error.cause = error

  expect(cleanCause(error, []).message).toBe('loop')
})
