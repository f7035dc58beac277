import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { allocateEvenly } from '#lib/core/rules/allocate.ts'
import { chargeStepMinor, currencyCodes, leastChargeMinor } from '#lib/core/rules/currency.ts'
import { money } from '#lib/core/rules/money.ts'
import { plainCode } from '#lib/core/rules/typed-text.ts'
import { moveVouchers, settleCodes } from '#lib/pricing/client/vouchers.ts'
import type { DiscountableItem, Promotion } from '#lib/pricing/rules/promotion.ts'
import { takeDiscounts } from '#lib/pricing/rules/promotion-discount.ts'
import { type PromotionForm, parsePromotionForm, toPromotionForm } from '#lib/pricing/rules/promotion-edit.ts'
import { isCodeShaped, type VoucherItem, type VoucherProblem, type VoucherView } from '#lib/pricing/rules/voucher.ts'

const RUNS = process.env.FULL === '1' ? 100_000 : 2_000

function promotion(changes: Partial<Promotion> = {}): Promotion {
  return {
    ...{ id: 'prm_1', code: 'SUMMER', basisPoints: 1000, amountMinor: null, currency: 'USD', minimumMinor: 0 },
    ...{ totalLimit: null, personLimit: null, startsAt: new Date(0), endsAt: null, endedAt: null, skuIds: [] },
    ...{ planKind: null, stacks: true, maySellUnderFloor: true, turn: 1, used: 0, credit: null },
    ...changes,
  }
}

function item(changes: Partial<DiscountableItem> = {}): DiscountableItem {
  return { skuId: 1, kind: 'fixed', count: 1, totalMinor: 1000, leastMinor: 0, ...changes }
}

const aPromotion = fc
  .record({
    isPercent: fc.boolean(),
    isCredit: fc.boolean(),
    value: fc.integer({ min: 1, max: 10_000 }),
    skuIds: fc.subarray([1, 2, 3]),
    maySellUnderFloor: fc.boolean(),
  })
  .map(({ isPercent, isCredit, value, ...rest }) => {
    if (isPercent) return promotion({ ...rest, basisPoints: value })
    const sum = promotion({ ...rest, basisPoints: null, amountMinor: value * 7 })

    return isCredit ? { ...sum, skuIds: [], maySellUnderFloor: true, credit: { leftMinor: value * 5 } } : sum
  })

// Prices and floors fall on what can be charged, as every price of the shop does.
const anOrder = fc.record({
  currency: fc.constantFrom(...currencyCodes),
  items: fc.array(
    fc.record({
      skuId: fc.integer({ min: 1, max: 3 }),
      count: fc.integer({ min: 1, max: 20 }),
      unit: fc.integer({ min: 1, max: 10 ** 6 }),
      floor: fc.integer({ min: 0, max: 100 }),
    }),
    { minLength: 1, maxLength: 10 },
  ),
  promotions: fc.array(aPromotion, { minLength: 1, maxLength: 3 }),
})

test('shares of discounts never pass a floor, a line or what can be charged, and cards add up, in every currency', () => {
  fc.assert(
    fc.property(anOrder, ({ currency, items: wanted, promotions }) => {
      const step = chargeStepMinor(currency)
      const items = wanted.map(({ skuId, count, unit, floor }) => {
        const totalMinor = unit * count * step

        return item({ skuId, count, totalMinor, leastMinor: Math.floor((totalMinor * floor) / 100) })
      })
      const named = promotions.map((one, index) => ({ ...one, id: `prm_${index}` }))

      const discounts = takeDiscounts(items, named, { currency })

      for (const [index, { totalMinor, leastMinor, count, skuId }] of items.entries()) {
        const cuts = discounts.map(({ shares }) => shares[index] ?? 0)
        const net = totalMinor - cuts.reduce((sum, cut) => sum + cut, 0)
        expect(cuts.every((cut) => cut >= 0 && cut % step === 0)).toBe(true)
        expect(net).toBeGreaterThanOrEqual(count * step)
        const isFloored = discounts.every(({ promotion: one }, at) => !one.maySellUnderFloor || cuts[at] === 0)
        if (isFloored) expect(net).toBeGreaterThanOrEqual(Math.min(totalMinor, leastMinor))
        for (const [at, { promotion: one }] of discounts.entries()) {
          if (one.skuIds.length > 0 && !one.skuIds.includes(skuId)) expect(cuts[at]).toBe(0)
        }
        const esims = allocateEvenly(money(net, currency), count)
        expect(esims.reduce((sum, { minor }) => sum + minor, 0)).toBe(net)
        expect(esims.every(({ minor }) => minor > 0)).toBe(true)
      }
      for (const { promotion: one, shares } of discounts) {
        const taken = shares.reduce((sum, share) => sum + share, 0)
        if (one.amountMinor !== null) expect(taken).toBeLessThanOrEqual(one.amountMinor)
        if (one.credit === null || taken === 0) continue
        expect(taken).toBeLessThanOrEqual(one.credit.leftMinor)
        const paid = items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
        const off = discounts.flatMap(({ shares: all }) => all).reduce((sum, share) => sum + share, 0)
        expect(paid - off).toBeGreaterThanOrEqual(leastChargeMinor(currency))
      }
    }),
    { numRuns: RUNS },
  )
})

test.each([
  ['a percentage', promotion({ basisPoints: 1500 }), [1000, 501], [150, 75], false],
  [
    'a percentage of the odd minor unit, the larger remainder first',
    promotion({ basisPoints: 333 }),
    [101, 999],
    [3, 33],
    false,
  ],
  ['a sum, by what each line costs', promotion({ basisPoints: null, amountMinor: 100 }), [1000, 500], [67, 33], false],
  [
    'a sum that is more than there is',
    promotion({ basisPoints: null, amountMinor: 9999 }),
    [1000, 500],
    [999, 499],
    true,
  ],
] as const)('%s is shared out to the minor unit', (_, one, totals, shares, isCapped) => {
  const items = totals.map((totalMinor) => item({ totalMinor }))

  expect(takeDiscounts(items, [one], { currency: 'USD' })).toEqual([{ promotion: one, shares, isCapped }])
})

test('a floor caps a discount: a percentage stays one of its line, a sum is made up by lines that have it', () => {
  const items = [item({ leastMinor: 980 }), item({ leastMinor: 0 })]
  const kept = { maySellUnderFloor: false }
  const shares = (one: Promotion) =>
    takeDiscounts(items, [one], { currency: 'USD' }).map((taken) => [taken.shares, taken.isCapped])

  expect(shares(promotion({ ...kept, basisPoints: 1000 }))).toEqual([[[20, 100], true]])
  expect(shares(promotion({ ...kept, basisPoints: null, amountMinor: 200 }))[0]?.[1]).toBe(false)
  expect(shares(promotion({ basisPoints: 1000 }))).toEqual([[[100, 100], false]])
})

test('the order in which codes are typed changes no sum: percentages go first', () => {
  const sum = promotion({ id: 'prm_a', basisPoints: null, amountMinor: 100 })
  const share = promotion({ id: 'prm_b', basisPoints: 5000 })
  const cuts = (promotions: Promotion[]) =>
    takeDiscounts([item()], promotions, { currency: 'USD' }).map(({ shares }) => shares)

  expect(cuts([sum, share])).toEqual([[500], [100]])
  expect(cuts([share, sum])).toEqual([[500], [100]])
})

const FORM: PromotionForm = {
  ...{ code: ' summer-27 ', title: 'Summer', kind: 'percent', value: '12,5', minimum: '20', totalLimit: '100' },
  ...{ personLimit: '1', from: '2027-06-01T00:00', until: '2027-09-01T00:00', timeZone: 'Europe/Berlin' },
  ...{ skuIds: [3, 1, 3], planKind: 'day_pass', stacks: true, maySellUnderFloor: false },
}

describe('the form of a promotion', () => {
  test('is kept as hundredths of a percent, minor units and instants, and shown as it was typed', () => {
    const { terms } = parsePromotionForm(FORM, 'EUR')

    expect(terms).toMatchObject({
      ...{ code: 'SUMMER-27', kind: 'PERCENT', basisPoints: 1250, amountMinor: null, minimumMinor: 2000 },
      ...{ totalLimit: 100, personLimit: 1, skuIds: [1, 3], planKind: 'day_pass' },
      startsAt: new Date('2027-05-31T22:00:00Z'),
      endsAt: new Date('2027-08-31T22:00:00Z'),
    })
    expect(terms && toPromotionForm(terms, 'EUR')).toEqual({
      ...FORM,
      ...{ code: 'SUMMER-27', value: '12.5', minimum: '20.00', skuIds: [1, 3] },
    })
  })

  test.each([
    ['JPY', '500', 500],
    ['EUR', '5,50', 550],
    ['KWD', '1.250', 1250],
  ] as const)('takes a sum in %s', (currency, value, amountMinor) => {
    const { terms } = parsePromotionForm({ ...FORM, kind: 'sum', value, minimum: '' }, currency)

    expect(terms).toMatchObject({ kind: 'FIXED', basisPoints: null, amountMinor, minimumMinor: 0 })
  })

  test.each([
    ['value', { value: '0' }],
    ['value', { value: '100.01' }],
    ['value', { value: '1.234' }],
    ['value', { kind: 'sum', value: '-1' }],
    ['code', { code: 'AB' }],
    ['code', { code: 'صيف2027' }],
    ['title', { title: ' ' }],
    ['minimum', { minimum: 'twenty' }],
    ['totalLimit', { totalLimit: '0' }],
    ['personLimit', { personLimit: '1.5' }],
    ['from', { from: '' }],
    ['until', { until: '2027-05-01T00:00' }],
    ['timeZone', { timeZone: 'Berlin' }],
  ] as const)('names %s as wrong: %o', (problem, changes) => {
    const { terms, problems } = parsePromotionForm({ ...FORM, ...changes }, 'EUR')

    expect(terms).toBeNull()
    expect(problems).toContain(problem)
  })
})

test.each([
  ['summer-27', 'SUMMER-27'],
  ['  su mm er ', 'SUMMER'],
  ['ＳＵＭＭＥＲ', 'SUMMER'],
])('the code %s is read as %s', (typed, code) => {
  expect(plainCode(typed)).toBe(code)
  expect(isCodeShaped(code)).toBe(true)
})

describe('vouchers', () => {
  function item(code: string, problem: VoucherProblem | null = null): VoucherItem {
    return { code, problem, discount: null, isCapped: false, needed: null, left: null }
  }

  function viewOf(...codes: VoucherItem[]): VoucherView {
    const zero = money(0, 'USD')

    return { codes, discount: zero, total: zero, tax: zero, mark: 'mark' }
  }

  test('a code that was just typed and does not count goes, and is said', () => {
    const lost = item('WRONG', 'unknown')
    const settled = settleCodes(viewOf(item('GOOD'), lost), { codes: ['GOOD', 'WRONG'], typed: 'WRONG' })

    expect(settled.codes).toEqual(['GOOD'])
    expect(settled.view.codes).toEqual([item('GOOD')])
    expect(settled.refusal(item('FORMER', 'expired'))).toBe(lost)
  })

  test('a code that counts ends what was said of the one before', () => {
    const settled = settleCodes(viewOf(item('GOOD')), { codes: ['GOOD'], typed: 'GOOD' })

    expect(settled.codes).toEqual(['GOOD'])
    expect(settled.refusal(item('FORMER', 'unknown'))).toBeNull()
  })

  test('what an order was refused for is said until a code is typed, whatever is asked meanwhile', () => {
    const settled = settleCodes(viewOf(item('GOOD', 'minimum')), { codes: ['GOOD'], typed: null })

    expect(settled.codes).toEqual(['GOOD'])
    expect(settled.view.codes).toHaveLength(1)
    expect(settled.refusal(item('GOOD', 'changed'))).toEqual(item('GOOD', 'changed'))
  })

  describe('codes of new offers in the place of others', () => {
    afterEach(() => vi.unstubAllGlobals())

    const shown = { ...viewOf(item('GOOD'), item('WRONG', 'minimum')), total: money(900, 'USD') }

    function answer(view: Partial<VoucherView>) {
      const fetch = vi.fn(async () => Response.json({ data: { ...shown, ...view } }))
      vi.stubGlobal('fetch', fetch)

      return fetch
    }

    test('go on where they leave the same sum to pay', async () => {
      answer({ codes: [item('GOOD')], mark: 'of the new ones' })

      expect(await moveVouchers(shown, 'quo_2')).toEqual({ voucher: { codes: ['GOOD'], mark: 'of the new ones' } })
    })

    test.each([
      ['another sum is left', { codes: [item('GOOD')], total: money(1000, 'USD') }],
      ['a code does not count any more', { codes: [item('GOOD', 'used_up')], mark: null }],
    ])('do not where %s', async (_, view) => {
      answer(view)

      expect(await moveVouchers(shown, 'quo_2')).toBeNull()
    })

    test('are not asked about where there are none', async () => {
      const fetch = answer({})

      expect([await moveVouchers(null, 'quo_2'), await moveVouchers({ ...shown, mark: null }, 'quo_2')]).toEqual([
        {},
        {},
      ])
      expect(fetch).not.toHaveBeenCalled()
    })
  })
})
