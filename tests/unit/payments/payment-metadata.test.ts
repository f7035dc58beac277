import { expect, test } from 'vitest'
import { readLostItems, readLostUses, writeLines, writeUses } from '#lib/payments/rules/payment.ts'

const item = { id: 'lin_1', itemRef: 'LF01', planId: 'pln_1', skuId: 392, priceId: 7, count: 2 }

test('the lines of a cart are read from what its payment carries, in their order', () => {
  const items = Array.from({ length: 10 }, (_, index) => ({
    ...item,
    id: `lin_${index}`,
    days: index % 2 === 0 ? 5 : null,
    startDate: index % 3 === 0 ? '2027-01-31' : null,
    priceMinor: 1_089 + index,
  }))

  const metadata = writeLines(items)

  expect(readLostItems({ paymentId: 'pay_1', ...metadata })).toEqual(items)
  expect(Object.values(metadata).every((text) => text.length < 500)).toBe(true)
})

test('a line that was written before orders had several carries no price', () => {
  const metadata = { line0: 'lin_1 LF01 pln_1 392 7 2 5 2027-01-31', paymentId: 'pay_1' }

  expect(readLostItems(metadata)).toEqual([{ ...item, days: 5, startDate: '2027-01-31', priceMinor: null }])
})

test('a top-up names its card, so that nothing makes a purchase of it', () => {
  const topUp = { ...item, count: 1, days: null, startDate: null, priceMinor: 500, esimId: 'crd_1' }

  expect(readLostItems(writeLines([topUp]))).toEqual([topUp])
})

test('what promotions took off is told with the line, and which they were with the order', () => {
  const off = { ...item, days: null, startDate: null, priceMinor: 900, discountMinor: 100 }
  const uses = [
    { promotionId: 'prm_1', discountMinor: 60 },
    { promotionId: 'prm_2', discountMinor: 40 },
  ]

  expect(readLostItems(writeLines([off, { ...off, esimId: 'crd_1' }]))).toEqual([off, { ...off, esimId: 'crd_1' }])
  expect(readLostUses(writeUses(uses))).toEqual(uses)
  expect(writeUses([])).toEqual({})
  expect(readLostUses({ uses: 'prm_1' })).toEqual([])
})

test('lines come in the order of their numbers, not of their letters', () => {
  const metadata = Object.fromEntries([10, 9, 2].map((n) => [`line${n}`, `lin_${n} LF pln 1 1 1  `]))

  expect(readLostItems(metadata)?.map(({ id }) => id)).toEqual(['lin_2', 'lin_9', 'lin_10'])
})

test.each(['', 'lin_1', 'lin_1 LF01 pln_1 392 7 0  ', 'lin_1 LF01 pln_1 x 7 2  ', 'lin_1 LF01  392 7 2  '])(
  '"%s" is no line, and makes the whole order unreadable',
  (text) => {
    expect(readLostItems({ line0: text })).toBeNull()
    expect(
      readLostItems({ ...writeLines([{ ...item, days: null, startDate: null, priceMinor: 1 }]), line1: text }),
    ).toBeNull()
  },
)
