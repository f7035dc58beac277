import { expect, test } from 'vitest'
import { includedTax } from '#lib/finance/rules/invoice.ts'

test.each([
  [11_900, '19', 1_900],
  [100, '7.7', 7],
  [1, '50', 0],
  [2, '50', 1],
  [0, '19', 0],
  [11_900, null, 0],
  [11_900, 'x', 0],
])('of %d minor units at %s per cent is %d', (total, rate, tax) => {
  expect(includedTax(total, rate)).toBe(tax)
})

test('never leaves a price without its share: net and tax add up, and the tax is the rate of the net', () => {
  for (let total = 0; total < 5_000; total += 7) {
    const tax = includedTax(total, '8.25')

    expect(Math.abs(tax - ((total - tax) * 825) / 10_000)).toBeLessThan(1)
  }
})
