import { expect, test } from 'vitest'
import { type ProviderPlan, toPlanFacts } from '#lib/catalog/rules/plan.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { toPriceId, toSkuId } from '#lib/provider/rules/provider-ids.ts'

function aPlan(overrides: Partial<ProviderPlan> & { price?: number } = {}): ProviderPlan {
  const { price = 1, ...rest } = overrides
  const skuId = toSkuId(26)
  const priceId = toPriceId(price)
  if (skuId === null || priceId === null) throw new Error('These ids are positive.')

  return {
    code: 'a',
    skuId,
    priceId,
    dataAmount: { value: 3, unit: 'GB' },
    validityDays: 7,
    cost: decimal('4.2'),
    kind: { kind: 'fixed' },
    canTopUp: true,
    needsStartDate: false,
    expireDays: null,
    label: null,
    premark: null,
    networks: null,
    openCardFee: null,
    ...rest,
  }
}

test('a plan goes by its code, and by its price id where it has none or repeats one', () => {
  const facts = toPlanFacts([aPlan(), aPlan({ price: 2 }), aPlan({ price: 3, code: null })])

  expect(facts.map(({ planKey }) => planKey)).toEqual(['a', 'price:2', 'price:3'])
})

test('half a gigabyte is counted in megabytes', () => {
  const [facts] = toPlanFacts([aPlan({ dataAmount: { value: 0.5, unit: 'GB' } })])

  expect(facts).toMatchObject({ amountValue: 512, amountUnit: 'MB' })
})

test('a cost longer than the mirror keeps is rounded up, once and for all', () => {
  expect(toPlanFacts([aPlan({ cost: decimal('0.33333333') })])[0]?.cost).toBe('0.333334')
})

test('a plan that cannot be sold keeps the reason and no bounds', () => {
  const [facts] = toPlanFacts([aPlan({ kind: { kind: 'unsold', reason: 'days_enumerated' } })])

  expect(facts).toMatchObject({ kind: 'unsold', unsoldReason: 'days_enumerated', minDays: null, maxDays: null })
})
