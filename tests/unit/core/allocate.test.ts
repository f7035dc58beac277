import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate, allocateEvenly } from '#lib/core/rules/allocate.ts'
import { currencyCodes } from '#lib/core/rules/currency.ts'
import { add, money, multiply, subtract, sum } from '#lib/core/rules/money.ts'

const RUNS = process.env.FULL === '1' ? 100_000 : 2_000

const aCart = fc.record({
  currency: fc.constantFrom(...currencyCodes),
  // Unit price and number of eSIMs of each item.
  items: fc.array(fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 20 })), {
    minLength: 1,
    maxLength: 10,
  }),
  discountPerMille: fc.integer({ min: 0, max: 1000 }),
})

test('D15 discount shares of lines and cards add up to the amount charged, in every currency', () => {
  fc.assert(
    fc.property(aCart, ({ currency, items, discountPerMille }) => {
      const totals = items.map(([price, count]) => multiply(money(price, currency), count))
      const total = sum(totals, currency)
      const discount = money(Math.floor((total.minor * discountPerMille) / 1000), currency)
      const charged = subtract(total, discount)

      const discounts = allocate(
        discount,
        totals.map((item) => item.minor),
      )
      const esims = totals.flatMap((item, index) => {
        const net = subtract(item, discounts[index] ?? money(0, currency))

        return allocateEvenly(net, items[index]?.[1] ?? 1)
      })

      expect(sum(discounts, currency)).toEqual(discount)
      expect(sum(esims, currency)).toEqual(charged)
      expect(esims.every((esim) => esim.minor >= 0)).toBe(true)
    }),
    { numRuns: RUNS },
  )
})

test('no share is a whole minor unit away from its exact part', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.array(fc.maxSafeNat(), { minLength: 1 }), (minor, weights) => {
      const total = weights.reduce((all, weight) => all + BigInt(weight), 0n)
      fc.pre(total > 0n)

      const shares = allocate(money(minor, 'USD'), weights)

      shares.forEach((share, index) => {
        const distance = BigInt(share.minor) * total - BigInt(minor) * BigInt(weights[index] ?? 0)
        expect(distance < total && distance > -total).toBe(true)
      })
    }),
  )
})

test('a negative amount is split like the positive one', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat({ max: 99 }), { minLength: 1 }), (minor, weights) => {
      fc.pre(weights.some((weight) => weight > 0))

      const shares = allocate(money(minor, 'EUR'), weights)
      const mirrored = allocate(money(-minor, 'EUR'), weights)

      expect(shares.map((share, index) => add(share, mirrored[index] ?? share).minor)).toEqual(weights.map(() => 0))
    }),
  )
})

test('what is left goes to the largest remainders, the earlier share first among equals', () => {
  const minor = (weights: number[]) => allocate(money(100, 'USD'), weights).map((share) => share.minor)

  expect(minor([1, 1, 1])).toEqual([34, 33, 33])
  expect(minor([1, 2, 3])).toEqual([17, 33, 50])
  expect(minor([0, 1, 0])).toEqual([0, 100, 0])
})

test('nothing can be split over nothing, an amount cannot', () => {
  expect(allocate(money(0, 'USD'), [0, 0]).map((share) => share.minor)).toEqual([0, 0])
  expect(() => allocate(money(1, 'USD'), [0, 0])).toThrow(RangeError)
  expect(() => allocate(money(1, 'USD'), [])).toThrow(RangeError)
  expect(() => allocate(money(1, 'USD'), [1, -1])).toThrow(RangeError)
  expect(() => allocate(money(1, 'USD'), [0.5])).toThrow(RangeError)
  expect(() => allocateEvenly(money(1, 'USD'), 0)).toThrow(RangeError)
})
