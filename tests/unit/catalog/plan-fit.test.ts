import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cheaperFixed, firstChoice, inputOf, lastDay, nearestPlan, totalOf } from '#components/catalog/plan-choice.ts'
import { arrangePlans, fitPlan, type ListedPlan, type PlanFilters } from '#components/catalog/plan-fit.ts'
import { pickPlans } from '#components/catalog/plan-picks.ts'

function aPlan(overrides: Partial<ListedPlan> = {}): ListedPlan {
  return {
    id: 'pln_a',
    amount: '5 GB',
    mb: 5_120,
    term: { kind: 'fixed', days: 15 },
    minor: 980,
    perGb: 0,
    networks: '3 networks',
    is5g: true,
    canTopUp: true,
    cancel: 'ask',
    starts: 'Not stated',
    ...overrides,
  }
}

describe('plan choice', () => {
  const aMonth = (overrides: Partial<ListedPlan>) =>
    aPlan({ id: 'pln_x', mb: 1_024, term: { kind: 'fixed', days: 30 }, minor: 1_000, ...overrides })

  const daily = aMonth({ id: 'pln_d', mb: 2_048, term: { kind: 'day_pass', minDays: 3, maxDays: 30 }, minor: 190 })

  test('the choice opens with the days and the first day of the trip, moved into the bounds', () => {
    expect(firstChoice(daily, { arrive: '2027-03-06', days: 9 })).toEqual({
      days: 9,
      startDate: '2027-03-06',
      count: 1,
    })
    expect(firstChoice(daily, { arrive: '', days: 1 }).days).toBe(3)
    expect(firstChoice(daily, { arrive: '', days: 31 }).days).toBe(30)
  })

  test('the sum counts days for a day plan and pieces for both kinds', () => {
    expect(totalOf(daily, { days: 9, startDate: '', count: 2 })).toBe(3_420)
    expect(totalOf(aMonth({}), { days: 9, startDate: '', count: 2 })).toBe(2_000)
  })

  test('a plan that needs a first day goes into the cart with one that is still to come, and not at all without', () => {
    const dated = { ...daily, needsStartDate: true }
    const input = (startDate: string) => inputOf(dated, { days: 5, startDate, count: 1 }, '2027-03-06')

    expect(input('2027-03-06')).toEqual({ planId: 'pln_d', count: 1, days: 5, startDate: '2027-03-06' })
    expect([input('2027-03-05'), input('')]).toEqual([null, null])
    expect(
      inputOf({ ...dated, needsStartDate: false }, { days: 5, startDate: '2027-03-05', count: 1 }, '2027-03-06'),
    ).toEqual({ planId: 'pln_d', count: 1, days: 5 })
  })

  test('the last day is the one before the data ends', () => {
    expect(lastDay('2027-03-27', 5)).toBe('2027-03-31')
    expect(lastDay('', 5)).toBe('')
  })

  test('a cheaper fixed plan is named only when it lasts as long and costs less', () => {
    const full = aMonth({ id: 'pln_full', mb: 20_480, minor: 1_490 })
    const short = aMonth({ id: 'pln_short', mb: 20_480, minor: 100, term: { kind: 'fixed', days: 5 } })
    const dear = aMonth({ id: 'pln_dear', mb: 20_480, minor: 1_710 })

    expect(cheaperFixed(daily, 9, [short, dear, full])?.id).toBe('pln_full')
    expect(cheaperFixed(daily, 9, [short, dear])).toBeNull()
    expect(cheaperFixed(full, 9, [short])).toBeNull()
  })

  test('among cheaper plans one with as much data goes before a smaller one', () => {
    const small = aMonth({ id: 'pln_small', mb: 1_024, minor: 300 })
    const full = aMonth({ id: 'pln_full', mb: 20_480, minor: 1_490 })

    expect(cheaperFixed(daily, 9, [small, full])?.id).toBe('pln_full')
    expect(cheaperFixed(daily, 9, [small])?.id).toBe('pln_small')
  })

  test('the nearest plan is one of the same kind before one of the same size', () => {
    const otherDaily = aMonth({ id: 'pln_e', mb: 1_024, term: { kind: 'day_pass', minDays: 1, maxDays: 30 } })
    const sameSize = aMonth({ id: 'pln_f', mb: 2_048 })

    expect(nearestPlan(daily, [sameSize, otherDaily])?.id).toBe('pln_e')
    expect(nearestPlan(daily, [])).toBeNull()
  })
})

describe('plan fit', () => {
  const NO_FILTERS: PlanFilters = { only5g: false, onlyTopUp: false, onlyCovering: false }

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
    const short = aPlan({ id: 'pln_short', term: { kind: 'fixed', days: 7 }, minor: 590, is5g: false, canTopUp: false })
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
      expect(ids({ onlyTopUp: true })).not.toContain('pln_short')
      expect(ids({ onlyCovering: true })).not.toContain('pln_short')
    })
  })

  describe('the plans that are picked', () => {
    const short = aPlan({ id: 'pln_short', term: { kind: 'fixed', days: 7 }, minor: 590, mb: 1_024 })
    const big = aPlan({ id: 'pln_big', term: { kind: 'fixed', days: 30 }, minor: 3_000, mb: 51_200 })
    const plans = [aPlan(), daily, short, big]
    const idOf = (pick: { plan: ListedPlan } | null) => pick?.plan.id ?? null

    test('the best is the cheapest that lasts all days and has as much data as is needed', () => {
      expect(idOf(pickPlans(plans, { mb: 0, days: 9 }).best)).toBe('pln_a')
      expect(idOf(pickPlans(plans, { mb: 0, days: 7 }).best)).toBe('pln_short')
      expect(idOf(pickPlans(plans, { mb: 3_072, days: 7 }).best)).toBe('pln_a')
      expect(idOf(pickPlans(plans, { mb: 20_000, days: 12 }).best)).toBe('pln_d')
    })

    test('a day plan counts with the data of all its days', () => {
      const { best } = pickPlans([daily], { mb: 10_000, days: 5 })

      expect([idOf(best), best?.fit.minor]).toEqual(['pln_d', 950])
      expect(pickPlans([daily], { mb: 10_241, days: 5 }).best).toBeNull()
    })

    test('each of the others says what it has that the best one has not', () => {
      const { others } = pickPlans(plans, { mb: 0, days: 7 })

      expect(others.map((pick) => [idOf(pick), pick.why])).toEqual([
        ['pln_a', 'more'],
        ['pln_d', 'daily'],
        ['pln_big', 'per_gb'],
      ])
    })

    test('the one that buyers chose most stands among them where it meets the need, or is the best itself', () => {
      const whyOf = (bestSeller: string, days: number) => {
        const { best, others } = pickPlans(plans, { mb: 0, days }, bestSeller)

        return [best, ...others].flatMap((pick) => (pick?.why === 'chosen' ? [pick.plan.id] : []))
      }

      expect([whyOf('pln_big', 7), whyOf('pln_short', 7), whyOf('pln_short', 9)]).toEqual([
        ['pln_big'],
        ['pln_short'],
        [],
      ])
    })

    test('without one that fits there is no best plan, and the nearest come first', () => {
      const { best, others } = pickPlans([short, aPlan()], { mb: 0, days: 20 })

      expect(best).toBeNull()
      expect(others.map((pick) => [idOf(pick), pick.why])).toEqual([
        ['pln_a', null],
        ['pln_short', null],
      ])
    })

    test('whatever is sold and needed, the best one fits, nothing that fits costs less, and no plan stands twice', () => {
      const term = fc.oneof(
        fc.integer({ min: 1, max: 30 }).map((days) => ({ kind: 'fixed' as const, days })),
        fc
          .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 25 }))
          .map(([minDays, more]) => ({ kind: 'day_pass' as const, minDays, maxDays: minDays + more })),
      )
      const goods = fc.array(
        fc.record({ term, mb: fc.integer({ min: 100, max: 60_000 }), minor: fc.integer({ min: 1, max: 9_999 }) }),
        { minLength: 1, maxLength: 20 },
      )
      const need = fc.record({ mb: fc.integer({ min: 0, max: 60_000 }), days: fc.integer({ min: 1, max: 40 }) })

      fc.assert(
        fc.property(goods, need, (sold, need) => {
          const all = sold.map((one, index) => aPlan({ ...one, id: `pln_${index}` }))
          const { best, others } = pickPlans(all, need)
          const fits = (plan: ListedPlan) => {
            const fit = fitPlan(plan, need.days)

            return fit.status === 'fits' && (plan.term.kind === 'fixed' ? plan.mb : plan.mb * fit.days) >= need.mb
          }
          const cheapest = Math.min(...all.filter(fits).map((plan) => fitPlan(plan, need.days).minor))
          const shown = [...(best ? [best] : []), ...others].map(({ plan }) => plan.id)

          expect(best?.fit.minor ?? Number.POSITIVE_INFINITY).toBe(cheapest)
          if (best) expect([best.plan, ...others.map(({ plan }) => plan)].every(fits)).toBe(true)
          expect(new Set(shown).size).toBe(shown.length)
          expect(shown.length).toBeGreaterThanOrEqual(
            Math.min(best ? 4 : 3, best ? all.filter(fits).length : all.length),
          )
        }),
      )
    })
  })
})
