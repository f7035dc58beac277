import { describe, expect, test } from 'vitest'
import { type PromotionForm, parsePromotionForm, toPromotionForm } from '#lib/pricing/rules/promotion-edit.ts'
import { isCodeShaped, normaliseCode } from '#lib/pricing/rules/voucher.ts'

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
  expect(normaliseCode(typed)).toBe(code)
  expect(isCodeShaped(code)).toBe(true)
})
