import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SaleTerms, saleAnswer } from '#lib/catalog/rules/on-sale.ts'
import type { CatalogPlan } from '#lib/catalog/rules/plan.ts'
import { currencyCodes } from '#lib/core/rules/currency.ts'
import { type Decimal, decimal } from '#lib/core/rules/decimal.ts'
import { money } from '#lib/core/rules/money.ts'
import { priceChange } from '#lib/pricing/rules/price-change.ts'
import { PRICE_ROUNDINGS, type PriceRule, priceDetails } from '#lib/pricing/rules/pricing.ts'
import { applyEdits, type RuleEdit } from '#lib/pricing/rules/pricing-edit.ts'
import {
  changeOf,
  changeShare,
  countPreview,
  leastPriceMinor,
  type PlanToPrice,
  previewText,
  priceEffect,
} from '#lib/pricing/rules/pricing-preview.ts'

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
    before: usd(1400),
    now: usd(2800),
  })
})

describe('price floor', () => {
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
          const min = leastPriceMinor({ ...basis, rule, pieces: 1 })
          const isUnder = (fixedMinor: number) => {
            const { price, isUnderFloor } = priceDetails({ ...basis, rule: { ...rule, fixedMinor } })

            // Off the step that can be charged there is no such price.
            return price.minor === fixedMinor ? isUnderFloor : null
          }

          expect(isUnder(min)).not.toBe(true)
          expect(isUnder(min - 1)).not.toBe(false)
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
})

describe('pricing effect', () => {
  const RULE: PriceRule = {
    ...{ scope: 'global', scopeKey: '', percent: decimal(50), addMinor: null, fixedMinor: null },
    ...{ rounding: 'none', floorPercent: null, floorMinor: null, version: 1 },
  }
  const TERMS: SaleTerms = {
    rules: [RULE],
    currency: 'EUR',
    rate: decimal(1),
    canSendDays: true,
    canSendStartDate: true,
  }

  const percents = fc.integer({ min: 0, max: 90 }).map((value) => decimal(value))
  const minors = fc.integer({ min: 0, max: 900 })
  const scopes = fc.constantFrom(
    ...(
      [
        ['global', ''],
        ['shelf', 'asia'],
        ['shelf', 'europe'],
        ['destination', '1'],
        ['destination', '2'],
        ['kind', 'day_pass'],
        ['kind', 'size:3000'],
        ['kind', '2/fixed'],
        ['plan', 'pln_1'],
        ['plan', 'pln_4'],
      ] as const
    ).map(([scope, scopeKey]) => ({ scope, scopeKey })),
  )
  const terms = fc.record({
    percent: fc.option(percents),
    addMinor: fc.option(minors),
    fixedMinor: fc.option(fc.integer({ min: 1, max: 3_000 })),
    rounding: fc.option(fc.constantFrom(...PRICE_ROUNDINGS)),
    floorPercent: fc.option(percents),
    floorMinor: fc.option(minors),
  })
  const rules = fc
    .uniqueArray(fc.tuple(scopes, terms), { selector: ([{ scope, scopeKey }]) => `${scope}${scopeKey}`, maxLength: 8 })
    .map((made) => made.map(([scope, said], index): PriceRule => ({ ...scope, ...said, version: index + 1 })))
  const edits = fc
    .uniqueArray(fc.tuple(scopes, fc.option(terms)), {
      selector: ([{ scope, scopeKey }]) => `${scope}${scopeKey}`,
      maxLength: 4,
    })
    .map((made) => made.map(([scope, said]): RuleEdit => ({ ...scope, terms: said, base: null })))
  const plans = fc
    .array(
      fc.record({ cost: fc.integer({ min: 1, max: 2_000 }), skuId: fc.constantFrom(1, 2), isPass: fc.boolean() }),
      {
        maxLength: 8,
      },
    )
    .map((made) =>
      made.map(({ cost, skuId, isPass }, index) =>
        aPlanToPrice({
          ...{ id: `pln_${index}`, skuId, cost: decimal(`${cost}e-2`), amountValue: 1 + (cost % 5) },
          ...(isPass ? { kind: 'day_pass' as const, minDays: 1, maxDays: 30 } : {}),
        }),
      ),
    )
  const rates = fc.option(fc.constantFrom('0.9203', '1', '33.33').map((text): Decimal => decimal(text)))

  describe('the preview of a change', () => {
    test('is what the shop then sells, for every plan, and leaves out no plan that changes', () => {
      fc.assert(
        fc.property(plans, rules, edits, rates, (all, before, changes, rate) => {
          const now = { ...TERMS, rules: before }
          const dated = rate && {
            from: 'USD',
            to: 'EUR',
            rate,
            asOf: '2027-03-03',
            source: 'hand' as const,
            base: null,
          }

          const effect = priceEffect(all, now, { edits: changes, rate: dated })

          // As the shop computes it afterwards: from the stored rules, which have a version of their own.
          const then = { ...TERMS, rules: applyEdits(before, changes, 99), rate: rate ?? TERMS.rate }
          const shown = new Map(effect.rows.map((row) => [row.plan.id, row.after]))
          for (const one of all) {
            const sold = saleAnswer({ ...one, terms: then })
            const was = saleAnswer({ ...one, terms: now })
            const row = shown.get(one.plan.id)
            if (row) expect(sold).toMatchObject(row.price ? { unit: row.price } : { reason: row.reason })
            else expect(summary(sold)).toEqual(summary(was))
          }
        }),
      )
    })

    test('refuses exactly the plans that it takes under their floor', () => {
      fc.assert(
        fc.property(plans, rules, edits, (all, before, changes) => {
          const now = { ...TERMS, rules: before }
          const effect = priceEffect(all, now, { edits: changes, rate: null })
          const refused = new Set(effect.refused.map(({ plan }) => plan.id))

          for (const { plan, before: was, after } of effect.rows) {
            expect(refused.has(plan.id)).toBe(after.reason === 'below_floor' && was.reason !== 'below_floor')
          }
        }),
      )
    })

    test('never shows a price below cost plus floor', () => {
      fc.assert(
        fc.property(plans, minors, percents, (all, floorMinor, percent) => {
          const edit: RuleEdit = { scope: 'global', scopeKey: '', base: 1, terms: { ...RULE, percent, floorMinor } }

          for (const { plan, after } of priceEffect(all, TERMS, { edits: [edit], rate: null }).rows) {
            const { costMinor } = priceDetails({ cost: plan.cost, rate: decimal(1), rule: RULE, currency: 'EUR' })
            if (after.price) expect(after.price.minor).toBeGreaterThanOrEqual(Number(costMinor) + floorMinor)
          }
        }),
      )
    })

    test('counts what becomes cheaper, dearer, and leaves or enters the shop', () => {
      const all = ['1', '2', '4'].map((cost, index) => aPlanToPrice({ id: `pln_${index}`, cost: decimal(cost) }))
      const dearer: RuleEdit = { scope: 'plan', scopeKey: 'pln_0', base: null, terms: { ...RULE, fixedMinor: 500 } }
      const cheaper: RuleEdit = { scope: 'plan', scopeKey: 'pln_1', base: null, terms: { ...RULE, fixedMinor: 250 } }
      const under: RuleEdit = { scope: 'plan', scopeKey: 'pln_2', base: null, terms: { ...RULE, fixedMinor: 300 } }

      const { rows, counts, refused } = priceEffect(all, TERMS, { edits: [dearer, cheaper, under], rate: null })

      expect(counts).toMatchObject({ changed: 3, cheaper: 1, dearer: 1, underFloor: 1, leaving: 0, entering: 0 })
      expect(rows.map(changeOf)).toEqual(['dearer', 'cheaper', 'underFloor'])
      expect(rows.map(changeShare)).toEqual([23_333, -1_667, -5_000])
      expect(refused.map(({ plan }) => plan.id)).toEqual(['pln_2'])
      expect(countPreview([])).toMatchObject({ changed: 0, marginBefore: null, marginAfter: null })
    })

    test('of a rate alone refuses nothing: what falls under the floor leaves the shop', () => {
      const floored = { ...TERMS, rules: [{ ...RULE, percent: null, fixedMinor: 300, floorPercent: decimal(20) }] }
      const rate = { from: 'USD', to: 'EUR', rate: decimal(2), asOf: '2027-03-03', source: 'hand' as const, base: null }

      const { rows, refused } = priceEffect([aPlanToPrice({ cost: decimal(2) })], floored, { edits: [], rate })

      expect([rows.map(({ after }) => after.reason), refused]).toEqual([['below_floor'], []])
    })

    test('has a text that tells two effects apart', () => {
      const all = [aPlanToPrice({ cost: decimal(2) })]
      const text = (fixedMinor: number) => {
        const edit: RuleEdit = { scope: 'global', scopeKey: '', base: 1, terms: { ...RULE, fixedMinor } }

        return previewText(priceEffect(all, TERMS, { edits: [edit], rate: null }).rows)
      }

      expect(new Set([text(310), text(310), text(320)]).size).toBe(2)
    })
  })

  function summary(answer: ReturnType<typeof saleAnswer>) {
    return answer.isOnSale ? answer.unit.minor : answer.reason
  }

  /** A plan of 3 GB for 7 days, in an open destination on the shelf of Asia (of Europe where its number is 2). */
  function aPlanToPrice(overrides: Partial<CatalogPlan> = {}): PlanToPrice {
    const plan: CatalogPlan = {
      ...{ id: 'pln_1', skuId: 1, planKey: 'a', code: 'a', priceId: 1, kind: 'fixed', unsoldReason: null },
      ...{ minDays: null, maxDays: null, amountValue: 3, amountUnit: 'GB', validityDays: 7, cost: decimal(2) },
      ...{ openCardFee: null, canTopUp: true, needsStartDate: false, expireDays: null, label: null, premark: null },
      ...{ networks: null, isHidden: false, vanishedAt: null },
      ...overrides,
    }

    return { plan, destination: { isHidden: false, vanishedAt: null, shelf: plan.skuId === 2 ? 'europe' : 'asia' } }
  }
})
