import { expect, test } from 'vitest'
import { parseRate, parseRateFile } from '#lib/pricing/rules/rate-file.ts'

const PAIR = { from: 'USD', to: 'EUR' }

test.each([
  ['0,9203', '0.9203'],
  ['0.9203', '0.9203'],
  ['1,234', null],
  ['1.234', '1.234'],
  ['0', null],
  ['-1', null],
  ['1e3', null],
  ['0.12345678901', null],
  ['', null],
])('the typed rate %s is %j', (text, expected) => {
  expect(parseRate(text)).toBe(expected)
})

test.each([
  ['the newest day', '2027-03-02,USD,EUR,0.91\n2027-03-03,USD,EUR,0.92\n2027-03-01,USD,EUR,0.93', '0.92'],
  ['our pair alone', '2027-03-03,USD,GBP,0.79\n2027-03-02,usd,eur,0.91', '0.91'],
  ['a decimal comma', '\ufeffDate;From;To;Rate\r\n2027-03-03;USD;EUR;0,9203\r\n', '0.9203'],
  ['tabs', '2027-03-03\tUSD\tEUR\t0.9203', '0.9203'],
])('a file gives %s', (_, text, expected) => {
  expect(parseRateFile(text, PAIR)?.rate).toBe(expected)
})

test.each(['', 'hello', '2027-13-03,USD,EUR,0.92', '2027-03-03,EUR,USD,1.08', '2027-03-03,USD,EUR,abc', '"open'])(
  'a file of %j gives none',
  (text) => {
    expect(parseRateFile(text, PAIR)).toBeNull()
  },
)
