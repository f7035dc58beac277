import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrangePlans, bestPlan, fitPlan, type ListedPlan, type PlanFilters } from '#components/catalog/plan-fit.ts'

const NO_FILTERS: PlanFilters = { minMb: 0, minDays: 0, only5g: false, onlyTopUp: false, onlyCovering: false }

function aPlan(overrides: Partial<ListedPlan> = {}): ListedPlan {
  return {
    id: 'pln_a',
    amount: '5 GB',
    mb: 5_120,
    term: { kind: 'fixed', days: 15 },
    minor: 980,
    price: '$9.80',
    perGb: '',
    networks: '3 networks',
    is5g: true,
    canTopUp: true,
    cancel: 'ask',
    starts: 'Not stated',
    ...overrides,
  }
}

const daily = aPlan({ id: 'pln_d', term: { kind: 'day_pass', minDays: 3, maxDays: 30 }, minor: 190, mb: 2_048 })

describe('a plan and a trip', () => {
  test('a day plan costs its days for a trip inside its bounds', () => {
    expect(fitPlan(daily, 9)).toEqual({ days: 9, minor: 1_710, status: 'fits', gap: 0, moved: null })
  })

  test('a day plan is raised to its shortest stay and says so', () => {
    expect(fitPlan(daily, 1)).toEqual({ days: 3, minor: 570, status: 'fits', gap: 2, moved: 'raised' })
  })

  test('a trip beyond the longest stay ends early by the days that are missing', () => {
    expect(fitPlan(daily, 31)).toEqual({ days: 30, minor: 5_700, status: 'early', gap: 1, moved: 'lowered' })
  })

  test('a fixed plan costs the same however long the trip is', () => {
    expect(fitPlan(aPlan(), 20)).toEqual({ days: 15, minor: 980, status: 'early', gap: 5, moved: null })
  })

  test('without a trip nothing is said about fit', () => {
    expect(fitPlan(daily, 0)).toEqual({ days: 0, minor: 190, status: 'no_trip', gap: 0, moved: null })
  })

  test('the days of a day plan never leave its bounds', () => {
    const bounds = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 60 }))

    fc.assert(
      fc.property(bounds, fc.integer({ min: 1, max: 400 }), ([minDays, more], trip) => {
        const term = { kind: 'day_pass' as const, minDays, maxDays: minDays + more }
        const fit = fitPlan({ term, minor: 7 }, trip)

        expect(fit.days).toBeGreaterThanOrEqual(term.minDays)
        expect(fit.days).toBeLessThanOrEqual(term.maxDays)
        expect(fit.minor).toBe(7 * fit.days)
        expect(fit.status === 'fits').toBe(fit.days >= trip)
      }),
    )
  })
})

describe('a list of plans', () => {
  const short = aPlan({ id: 'pln_short', term: { kind: 'fixed', days: 7 }, minor: 590, is5g: false })
  const plans = [aPlan(), daily, short]

  test('plans that cover the trip come before cheaper ones that end early', () => {
    const entries = arrangePlans(plans, 9, { filters: NO_FILTERS, order: 'fit' })

    expect(entries.map(({ plan }) => plan.id)).toEqual(['pln_a', 'pln_d', 'pln_short'])
  })

  test('by price the cheapest for this trip comes first, whether it covers it or not', () => {
    const entries = arrangePlans(plans, 9, { filters: NO_FILTERS, order: 'price' })

    expect(entries.map(({ plan }) => plan.id)).toEqual(['pln_short', 'pln_a', 'pln_d'])
  })

  test('each filter takes out what it names', () => {
    const ids = (filters: Partial<PlanFilters>) =>
      arrangePlans(plans, 9, { filters: { ...NO_FILTERS, ...filters }, order: 'price' }).map(({ plan }) => plan.id)

    expect(ids({ only5g: true })).not.toContain('pln_short')
    expect(ids({ minMb: 5_000 })).not.toContain('pln_d')
    expect(ids({ minDays: 20 })).toEqual(['pln_d'])
    expect(ids({ onlyCovering: true })).not.toContain('pln_short')
  })

  test('the best plan is the cheapest that covers the whole trip', () => {
    expect(bestPlan(arrangePlans(plans, 9, { filters: NO_FILTERS, order: 'data' }))).toBe('pln_a')
  })

  test('there is no best plan without a trip, and none when every plan ends early', () => {
    expect(bestPlan(arrangePlans(plans, 0, { filters: NO_FILTERS, order: 'fit' }))).toBeNull()
    expect(bestPlan(arrangePlans([short], 9, { filters: NO_FILTERS, order: 'fit' }))).toBeNull()
  })
})
