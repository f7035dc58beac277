import { expect, test } from 'vitest'
import { readLostLines } from '#lib/domain/payment-metadata.ts'

const line = { id: 'lin_1', lineRef: 'LF01', planId: 'pln_1', skuId: 392, priceId: 7, count: 2 }

test('a line is read from what its payment carries, with and without days and start date', () => {
  const metadata = {
    line1: 'lin_1 LF01 pln_1 392 7 2  ',
    line0: 'lin_1 LF01 pln_1 392 7 2 5 2027-01-31',
    paymentId: 'pay_1',
  }

  expect(readLostLines(metadata)).toEqual([
    { ...line, days: 5, startDate: '2027-01-31' },
    { ...line, days: null, startDate: null },
  ])
})

test('lines come in the order of their numbers, not of their letters', () => {
  const metadata = Object.fromEntries([10, 9, 2].map((n) => [`line${n}`, `lin_${n} LF pln 1 1 1  `]))

  expect(readLostLines(metadata).map(({ id }) => id)).toEqual(['lin_2', 'lin_9', 'lin_10'])
})

test.each(['', 'lin_1', 'lin_1 LF01 pln_1 392 7 0  ', 'lin_1 LF01 pln_1 x 7 2  ', 'lin_1 LF01  392 7 2  '])(
  '"%s" is no line',
  (text) => {
    expect(readLostLines({ line0: text })).toEqual([])
  },
)
