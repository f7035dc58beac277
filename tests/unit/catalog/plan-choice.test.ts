import { expect, test } from 'vitest'
import { cheaperFixed, firstChoice, inputOf, lastDay, nearestPlan, totalOf } from '#components/catalog/plan-choice.ts'
import type { ListedPlan } from '#components/catalog/plan-fit.ts'

function aPlan(overrides: Partial<ListedPlan>): ListedPlan {
  return {
    id: 'pln_x',
    amount: '',
    mb: 1_024,
    term: { kind: 'fixed', days: 30 },
    minor: 1_000,
    price: '',
    perGb: '',
    networks: '',
    is5g: false,
    canTopUp: false,
    cancel: 'ask',
    starts: '',
    ...overrides,
  }
}

const daily = aPlan({ id: 'pln_d', mb: 2_048, term: { kind: 'day_pass', minDays: 3, maxDays: 30 }, minor: 190 })

test('the choice opens with the days and the first day of the trip, moved into the bounds', () => {
  expect(firstChoice(daily, { arrive: '2027-03-06', days: 9 })).toEqual({ days: 9, startDate: '2027-03-06', count: 1 })
  expect(firstChoice(daily, { arrive: '', days: 1 }).days).toBe(3)
  expect(firstChoice(daily, { arrive: '', days: 31 }).days).toBe(30)
})

test('the sum counts days for a day plan and pieces for both kinds', () => {
  expect(totalOf(daily, { days: 9, startDate: '', count: 2 })).toBe(3_420)
  expect(totalOf(aPlan({}), { days: 9, startDate: '', count: 2 })).toBe(2_000)
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
  const full = aPlan({ id: 'pln_full', mb: 20_480, minor: 1_490 })
  const short = aPlan({ id: 'pln_short', mb: 20_480, minor: 100, term: { kind: 'fixed', days: 5 } })
  const dear = aPlan({ id: 'pln_dear', mb: 20_480, minor: 1_710 })

  expect(cheaperFixed(daily, 9, [short, dear, full])?.id).toBe('pln_full')
  expect(cheaperFixed(daily, 9, [short, dear])).toBeNull()
  expect(cheaperFixed(full, 9, [short])).toBeNull()
})

test('among cheaper plans one with as much data goes before a smaller one', () => {
  const small = aPlan({ id: 'pln_small', mb: 1_024, minor: 300 })
  const full = aPlan({ id: 'pln_full', mb: 20_480, minor: 1_490 })

  expect(cheaperFixed(daily, 9, [small, full])?.id).toBe('pln_full')
  expect(cheaperFixed(daily, 9, [small])?.id).toBe('pln_small')
})

test('the nearest plan is one of the same kind before one of the same size', () => {
  const otherDaily = aPlan({ id: 'pln_e', mb: 1_024, term: { kind: 'day_pass', minDays: 1, maxDays: 30 } })
  const sameSize = aPlan({ id: 'pln_f', mb: 2_048 })

  expect(nearestPlan(daily, [sameSize, otherDaily])?.id).toBe('pln_e')
  expect(nearestPlan(daily, [])).toBeNull()
})
