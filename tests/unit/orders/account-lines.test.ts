import { expect, test } from 'vitest'
import { accountLines } from '#lib/orders/rules/admin-order.ts'

test('a line that says what it is gives its name and the bare value', () => {
  expect(accountLines('IBAN: DE00 1234\nBIC:ABCDDEFF')).toEqual([
    { name: 'IBAN', value: 'DE00 1234' },
    { name: 'BIC', value: 'ABCDDEFF' },
  ])
})

test('a line without a name is all value', () => {
  expect(accountLines('DE00 1234')).toEqual([{ name: null, value: 'DE00 1234' }])
  expect(accountLines('Sparkasse:')).toEqual([{ name: null, value: 'Sparkasse:' }])
})

test('lines may be separated as an env file writes them, and empty ones say nothing', () => {
  expect(accountLines(' 1 \\n\r\n2\n\n')).toEqual([
    { name: null, value: '1' },
    { name: null, value: '2' },
  ])
})
