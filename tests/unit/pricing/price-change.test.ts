import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '#lib/core/rules/money.ts'
import { priceChange } from '#lib/pricing/rules/price-change.ts'

const usd = (minor: number) => money(minor, 'USD')
const offer = (unitMinor: number, days: number, count = 1) => ({
  unit: usd(unitMinor),
  days,
  count,
  total: usd(unitMinor * count),
})

test('the same price is no change, for any count', () => {
  expect(priceChange({ unit: usd(1710), days: 9 }, offer(1710, 9, 5))).toBeNull()
})

test('a dearer piece is told with both totals', () => {
  expect(priceChange({ unit: usd(1710), days: 9 }, offer(1800, 9, 2))).toEqual({
    unitBefore: usd(1710),
    before: usd(3420),
    now: usd(3600),
  })
})

test('a cheaper piece is told as well: a sum never changes silently', () => {
  expect(priceChange({ unit: usd(1800), days: 9 }, offer(1710, 9))).not.toBeNull()
})

test('more days at the same price per day are no change', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999 }), fc.nat(29), fc.nat(29), (perDay, a, b) => {
      const seen = { unit: usd(perDay * (a + 1)), days: a + 1 }

      return priceChange(seen, offer(perDay * (b + 1), b + 1)) === null
    }),
  )
})

test('another price per day is not hidden by choosing other days', () => {
  expect(priceChange({ unit: usd(800), days: 8 }, offer(1400, 7, 2))).toEqual({
    unitBefore: usd(700),
    before: usd(1400),
    now: usd(2800),
  })
})
