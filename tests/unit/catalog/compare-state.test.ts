import { expect, test } from 'vitest'
import { comparedText, MAX_COMPARED, parseCompared } from '#components/catalog/compare/compare-state.ts'

const plan = (planId: string, slug = 'japan') => ({ slug, planId })

test('an address names plans by their destination and their number', () => {
  const plans = [plan('pln_A'), plan('pln_B', 'south-korea')]

  expect(comparedText(plans)).toBe('japan.pln_A*south-korea.pln_B')
  expect(parseCompared(comparedText(plans))).toEqual(plans)
})

test('an address is not encoded on its way into the address bar', () => {
  expect(new URLSearchParams({ plans: comparedText([plan('pln_A'), plan('pln_B')]) }).toString()).toBe(
    'plans=japan.pln_A*japan.pln_B',
  )
})

test('what is no plan is left out, and the same plan stands there once', () => {
  expect(parseCompared('japan.pln_A*<b>*japan*.pln_B*Japan.pln_C*japan.pln_A')).toEqual([plan('pln_A')])
})

test('five plans in an address are four', () => {
  const five = ['A', 'B', 'C', 'D', 'E'].map((name) => plan(`pln_${name}`))

  expect(parseCompared(comparedText(five))).toEqual(five.slice(0, MAX_COMPARED))
})
