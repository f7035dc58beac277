import { describe, expect, test } from 'vitest'
import { isLostAnswer, RequestFailure } from '#lib/core/client/ask.ts'

describe('An answer that was lost', () => {
  test.each(['offline', 'internal'] as const)('after %s nobody knows whether the act arrived', (code) => {
    expect(isLostAnswer(new RequestFailure(code))).toBe(true)
  })

  test('what is thrown besides says nothing about the act either', () => {
    expect(isLostAnswer(new TypeError('cut off'))).toBe(true)
  })

  test.each(['conflict', 'bad_input', 'rate_limited', 'forbidden', 'not_found'] as const)('%s is an answer', (code) => {
    expect(isLostAnswer(new RequestFailure(code))).toBe(false)
  })
})
