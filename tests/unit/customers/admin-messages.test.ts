import { expect, test } from 'vitest'
import { messageFilterSchema, readMessageSearch } from '#lib/customers/rules/customer-message.ts'

test.each([
  [' Ana@Example.com ', { kind: 'email', email: 'ana@example.com' }],
  ['lf-0a1b-2c3d', { kind: 'order', number: 'LF-0A1B-2C3D' }],
  ['LF0A1B2C3D', { kind: 'order', number: 'LF-0A1B-2C3D' }],
  ['m-0a1b-2c3d', { kind: 'reference', reference: 'M-0A1B-2C3D' }],
  ['\u2068M\u20110A1B\u20112C3D\u2069', { kind: 'reference', reference: 'M-0A1B-2C3D' }],
  ['M0A1B2C3D', { kind: 'reference', reference: 'M-0A1B-2C3D' }],
  ['no signal', null],
  ['894801', null],
  ['', null],
])('%j means %j in a search for messages', (text, meaning) => {
  expect(readMessageSearch(text)).toEqual(meaning)
})

test('an address that cannot be read narrows nothing', () => {
  expect(messageFilterSchema.parse({ closed: 'yes', q: ['a', 'b'], after: 7 })).toEqual({
    closed: null,
    q: '',
    after: null,
  })
})
