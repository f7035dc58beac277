import { expect, test } from 'vitest'
import { readEnvelope, toCode } from '#lib/provider/client.ts'

test.each([
  [0, 0],
  ['0', 0],
  [' 0 ', 0],
  ['-1', -1],
  ['-30', -30],
  [400108, 400108],
  ['00', 0],
])('reads the code %j as %j', (code, expected) => {
  expect(toCode(code)).toBe(expected)
})

test.each([
  [''],
  [' '],
  [null],
  [undefined],
  [false],
  [true],
  [[]],
  [['0']],
  [{}],
  ['0x0'],
  ['0.0'],
  ['success'],
  ['1e0'],
  ['٠'],
  ['+0'],
])('reads %j as no code', (code) => {
  expect(toCode(code)).toBeNull()
})

test.each([null, [], 'text', 7, true])('takes %j for no envelope', (json) => {
  expect(readEnvelope(json)).toBeNull()
})

test('leaves data absent when it is absent', () => {
  expect(readEnvelope({ code: '0' })).toEqual({ code: 0, message: null, data: undefined })
})
