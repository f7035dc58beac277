import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffPlans, type KnownPlan, type PlanFacts, vanishedSkus } from '#lib/catalog/rules/plan.ts'
import { decimal } from '#lib/core/rules/decimal.ts'

function facts(overrides: Partial<PlanFacts> = {}): PlanFacts {
  return {
    planKey: '392-0-7-3-G',
    code: '392-0-7-3-G',
    priceId: 1,
    kind: 'fixed',
    unsoldReason: null,
    minDays: null,
    maxDays: null,
    amountValue: 3,
    amountUnit: 'GB',
    validityDays: 7,
    cost: decimal('4.2'),
    openCardFee: null,
    canTopUp: true,
    needsStartDate: false,
    expireDays: 0,
    label: null,
    premark: 'words',
    networks: [{ operator: 'SoftBank', generation: '5G' }],
    ...overrides,
  }
}

const read = (plans: PlanFacts[]) => ({ plans, unreadable: [] })

function known(plan: PlanFacts, vanishedAt: Date | null = null): KnownPlan {
  return { ...plan, id: `pln_${plan.planKey}`, vanishedAt }
}

test.each([
  ['dearer', { cost: decimal('4.21') }],
  ['cheaper', { cost: decimal('4.19') }],
  ['changed', { priceId: 2 }],
  ['changed', { networks: null }],
  ['changed', { premark: 'other words' }],
  ['changed', { needsStartDate: true }],
] as const)('a plan is %s when %o', (kind, change) => {
  expect(diffPlans([known(facts())], read([facts(change)])).map((found) => found.kind)).toEqual([kind])
})

test('a plan that was gone and is listed again is back', () => {
  expect(diffPlans([known(facts(), new Date())], read([facts()])).map(({ kind }) => kind)).toEqual(['back'])
})

test('a plan that is listed in a form nobody can read is untouched', () => {
  expect(diffPlans([known(facts())], { plans: [], unreadable: [facts().planKey] })).toEqual([])
})

test('a product list that was never read shows nothing to be gone', () => {
  expect(vanishedSkus([1, 2, 3], null)).toEqual([])
})

const plans = fc.uniqueArray(
  fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), cents: fc.integer({ min: 1, max: 9 }) }),
  { selector: ({ key }) => key },
)
const toFacts = (list: { key: string; cents: number }[]) =>
  list.map(({ key, cents }) => facts({ planKey: key, code: key, cost: decimal(`0.0${cents}`) }))

test('a list compared with itself has no differences', () => {
  fc.assert(
    fc.property(plans, (list) => {
      expect(
        diffPlans(
          toFacts(list).map((plan) => known(plan)),
          read(toFacts(list)),
        ),
      ).toEqual([])
    }),
  )
})

test('every plan of either list has at most one difference, and only absent ones are gone', () => {
  fc.assert(
    fc.property(plans, plans, (before, after) => {
      const changes = diffPlans(
        toFacts(before).map((plan) => known(plan)),
        read(toFacts(after)),
      )
      const keys = changes.map((change) => (change.before ?? change.after)?.planKey)
      const gone = changes.filter(({ kind }) => kind === 'gone').map((change) => change.before?.planKey)

      expect(new Set(keys).size).toBe(keys.length)
      expect(gone.sort()).toEqual(
        before
          .map(({ key }) => key)
          .filter((key) => !after.some((plan) => plan.key === key))
          .sort(),
      )
    }),
  )
})

test('a SKU is gone only when a complete list lacks it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(20)), fc.uniqueArray(fc.nat(20)), (knownIds, listed) => {
      expect(vanishedSkus(knownIds, listed).every((id) => !listed.includes(id) && knownIds.includes(id))).toBe(true)
    }),
  )
})
