import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyCodes } from '#lib/core/rules/currency.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { type PriceRule, priceFacts } from '#lib/pricing/rules/pricing.ts'
import { leastPriceMinor } from '#lib/pricing/rules/pricing-preview.ts'

const RULE: PriceRule = {
  ...{ scope: 'global', scopeKey: '', percent: null, addMinor: null, fixedMinor: null, rounding: 'none', version: 1 },
  ...{ floorPercent: null, floorMinor: null },
}

test('the least price of a piece is the first one that the price rules do not call under the floor', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...currencyCodes),
      fc.integer({ min: 1, max: 10 ** 7 }),
      fc.integer({ min: 0, max: 95 }),
      fc.integer({ min: 0, max: 500 }),
      (currency, cost, floorPercent, floorMinor) => {
        const rule = { ...RULE, floorPercent: decimal(floorPercent), floorMinor }
        const basis = { cost: decimal((cost / 10_000).toFixed(4)), rate: decimal('1.0873'), currency }
        const least = leastPriceMinor({ ...basis, rule, pieces: 1 })
        const isUnder = (fixedMinor: number) => {
          const { price, isUnderFloor } = priceFacts({ ...basis, rule: { ...rule, fixedMinor } })

          // Off the step that can be charged there is no such price.
          return price.minor === fixedMinor ? isUnderFloor : null
        }

        expect(isUnder(least)).not.toBe(true)
        expect(isUnder(least - 1)).not.toBe(false)
      },
    ),
  )
})

test('several pieces may be sold for several times the floor', () => {
  const basis = { cost: decimal('1.005'), rate: decimal(1), currency: 'USD' } as const

  expect(leastPriceMinor({ ...basis, rule: { floorPercent: decimal(5), floorMinor: null }, pieces: 3 })).toBe(318)
  expect(leastPriceMinor({ ...basis, rule: { floorPercent: null, floorMinor: 10 }, pieces: 3 })).toBe(332)
  expect(leastPriceMinor({ ...basis, rule: { floorPercent: null, floorMinor: null }, pieces: 3 })).toBe(302)
})
