import { expect, test } from 'vitest'
import { type SaleDestination, type SaleTerms, saleAnswer, whyNotOnSale } from '#lib/catalog/rules/on-sale.ts'
import type { CatalogPlan } from '#lib/catalog/rules/plan.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import type { PriceRule } from '#lib/pricing/rules/pricing.ts'

const RULE: PriceRule = {
  scope: 'global',
  scopeKey: '',
  percent: decimal(50),
  addMinor: null,
  fixedMinor: null,
  rounding: 'none',
  floorPercent: null,
  floorMinor: null,
  version: 1,
}
const TERMS: SaleTerms = { rules: [RULE], currency: 'USD', rate: decimal(1), canSendDays: true, canSendStartDate: true }
const OPEN: SaleDestination = { isHidden: false, vanishedAt: null, shelf: 'asia' }

function aPlan(overrides: Partial<CatalogPlan> = {}): CatalogPlan {
  return {
    id: 'pln_1',
    skuId: 26,
    planKey: 'a',
    code: 'a',
    priceId: 1,
    kind: 'fixed',
    unsoldReason: null,
    minDays: null,
    maxDays: null,
    amountValue: 3,
    amountUnit: 'GB',
    validityDays: 7,
    cost: decimal('2'),
    openCardFee: null,
    canTopUp: true,
    needsStartDate: false,
    expireDays: null,
    label: null,
    premark: null,
    networks: null,
    isHidden: false,
    vanishedAt: null,
    ...overrides,
  }
}

const GONE = { vanishedAt: new Date() }
const DAY_PASS = { kind: 'day_pass', minDays: 3, maxDays: 30 } as const

test.each([
  ['destination_gone', {}, { ...OPEN, ...GONE, isHidden: true }, TERMS],
  ['destination_hidden', GONE, { ...OPEN, isHidden: true }, TERMS],
  ['plan_gone', { ...GONE, isHidden: true }, OPEN, TERMS],
  ['plan_hidden', { isHidden: true }, OPEN, TERMS],
  ['days_enumerated', { kind: 'unsold', unsoldReason: 'days_enumerated' }, OPEN, TERMS],
  ['kind_unknown', { kind: 'unsold' }, OPEN, TERMS],
  ['day_bounds_invalid', { ...DAY_PASS, minDays: 30, maxDays: 3 }, OPEN, TERMS],
  ['day_bounds_invalid', { ...DAY_PASS, maxDays: null }, OPEN, TERMS],
  ['card_fee', { openCardFee: decimal('1.5') }, OPEN, TERMS],
  ['day_pass_off', DAY_PASS, OPEN, { ...TERMS, canSendDays: false }],
  ['start_date_off', { needsStartDate: true }, OPEN, { ...TERMS, canSendStartDate: false }],
  ['no_exchange_rate', {}, OPEN, { ...TERMS, rate: null }],
  ['no_price_rule', {}, OPEN, { ...TERMS, rules: [] }],
  ['no_price', { cost: decimal(0) }, OPEN, TERMS],
  ['below_floor', {}, OPEN, { ...TERMS, rules: [{ ...RULE, floorPercent: decimal(51) }] }],
] as const)('answers %s first', (reason, plan, destination, terms) => {
  expect(whyNotOnSale({ plan: aPlan(plan), destination, terms })).toBe(reason)
})

test.each([[{}], [DAY_PASS], [{ openCardFee: decimal(0) }], [{ needsStartDate: true }]])(
  'sells %o at cost plus margin',
  (plan) => {
    expect(saleAnswer({ plan: aPlan(plan), destination: OPEN, terms: TERMS })).toMatchObject({
      isOnSale: true,
      unit: { minor: 300, currency: 'USD' },
    })
  },
)
