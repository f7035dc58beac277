import { describe, expect, test } from 'vitest'
import { decimal } from '#lib/core/rules/decimal.ts'
import {
  applyEdits,
  conflictingEdits,
  isPossibleEdit,
  parseRuleForm,
  type RuleForm,
} from '#lib/pricing/rules/pricing-edit.ts'
import { isRuleScope, kindKey, parseKindKey } from '#lib/pricing/rules/pricing-scope.ts'
import { parseRate, parseRateFile } from '#lib/pricing/rules/rate-file.ts'

const EMPTY: RuleForm = {
  way: 'cost_plus',
  percent: '',
  add: '',
  fixed: '',
  rounding: '',
  floorPercent: '',
  floorSum: '',
}
const TERMS = {
  percent: decimal(10),
  addMinor: null,
  fixedMinor: null,
  rounding: null,
  floorPercent: null,
  floorMinor: null,
}

describe('the form of a rule', () => {
  test.each([
    ['21,49', 2149],
    ['21.49', 2149],
    ['21,5', 2150],
    ['2149', 214_900],
  ])('reads %s as %i hundredths and never as anything else', (fixed, fixedMinor) => {
    expect(parseRuleForm({ ...EMPTY, way: 'price', fixed }, 'EUR').terms?.fixedMinor).toBe(fixedMinor)
  })

  test.each(['1,234', '1.234,50', '1,234.50', '21,495', '1e3', '-5', 'abc', '0', '٢١', '99999999'])(
    'refuses %s as a price',
    (fixed) => {
      expect(parseRuleForm({ ...EMPTY, way: 'price', fixed }, 'EUR').problems).toEqual(['fixed'])
    },
  )

  test('reads percent, sum and floor, and leaves out what is empty', () => {
    const form = { ...EMPTY, percent: '12,5', add: '0,80', floorPercent: '18', floorSum: '1' }

    expect(parseRuleForm(form, 'EUR').terms).toEqual({
      percent: '12.5',
      addMinor: 80,
      fixedMinor: null,
      rounding: null,
      floorPercent: '18',
      floorMinor: 100,
    })
  })

  test.each([
    [{ percent: '1,234' }, ['percent']],
    [{ percent: '1000' }, ['percent']],
    [{ percent: '1', floorPercent: '100' }, ['floorPercent']],
    [{ percent: '1', floorSum: 'x' }, ['floorSum']],
    [{}, ['nothing']],
    [{ way: 'price', percent: '40' }, ['fixed']],
  ] as const)('with %o names %o', (given, problems) => {
    expect(parseRuleForm({ ...EMPTY, ...given }, 'EUR').problems).toEqual(problems)
  })

  test('knows a floor of nothing from no floor', () => {
    const floors = ['0', ''].map(
      (floorSum) => parseRuleForm({ ...EMPTY, percent: '5', floorSum }, 'EUR').terms?.floorMinor,
    )

    expect(floors).toEqual([0, null])
  })
})

describe('edits', () => {
  const rules = [
    { scope: 'global', scopeKey: '', ...TERMS, version: 1 },
    { scope: 'shelf', scopeKey: 'asia', ...TERMS, version: 4 },
  ] as const

  test('replace, add and take away rules, and leave the others alone', () => {
    const edits = [
      { scope: 'shelf', scopeKey: 'asia', terms: null, base: 4 },
      { scope: 'plan', scopeKey: 'pln_1', terms: { ...TERMS, fixedMinor: 5 }, base: null },
    ] as const

    const after = applyEdits(rules, edits, 7)

    expect(after.map(({ scope, version }) => [scope, version])).toEqual([
      ['global', 1],
      ['plan', 7],
    ])
  })

  test('are overtaken when their rule is another one, is new, or is gone', () => {
    const edit = (scope: 'shelf' | 'global', scopeKey: string, base: number | null) => ({
      scope,
      scopeKey,
      terms: TERMS,
      base,
    })
    const [fresh, changed, isNew, gone] = [
      edit('shelf', 'asia', 4),
      edit('shelf', 'asia', 3),
      edit('global', '', null),
      edit('shelf', 'europe', 2),
    ]

    expect(conflictingEdits(rules, [fresh, changed, isNew, gone])).toEqual([changed, isNew, gone])
  })

  test('cannot take the rule for everything away', () => {
    expect(isPossibleEdit({ scope: 'global', scopeKey: '', terms: null })).toBe(false)
    expect(isPossibleEdit({ scope: 'shelf', scopeKey: 'asia', terms: null })).toBe(true)
  })
})

test.each([
  ['global', '', true],
  ['global', 'x', false],
  ['shelf', 'asia', true],
  ['shelf', 'mars', false],
  ['destination', '26', true],
  ['destination', '26; DROP', false],
  ['kind', 'day_pass', true],
  ['kind', '26/size:2048', true],
  ['kind', 'size:0', false],
  ['kind', 'unsold', false],
  ['plan', 'pln_ABC', true],
  ['plan', 'ord_ABC', false],
] as const)('a rule for %s "%s" is possible: %s', (scope, scopeKey, expected) => {
  expect(isRuleScope({ scope, scopeKey })).toBe(expected)
})

test.each(['fixed', '26/day_pass', 'size:20480', '3/size:1'])(
  'the key %s of a kind is written as it was read',
  (key) => {
    const kind = parseKindKey(key)

    expect(kind && kindKey(kind)).toBe(key)
  },
)

const PAIR = { from: 'USD', to: 'EUR' }

test.each([
  ['0,9203', '0.9203'],
  ['0.9203', '0.9203'],
  ['1,234', null],
  ['1.234', '1.234'],
  ['0', null],
  ['-1', null],
  ['1e3', null],
  ['0.12345678901', null],
  ['', null],
])('the typed rate %s is %j', (text, expected) => {
  expect(parseRate(text)).toBe(expected)
})

test.each([
  ['the newest day', '2027-03-02,USD,EUR,0.91\n2027-03-03,USD,EUR,0.92\n2027-03-01,USD,EUR,0.93', '0.92'],
  ['our pair alone', '2027-03-03,USD,GBP,0.79\n2027-03-02,usd,eur,0.91', '0.91'],
  ['a decimal comma', '\ufeffDate;From;To;Rate\r\n2027-03-03;USD;EUR;0,9203\r\n', '0.9203'],
  ['tabs', '2027-03-03\tUSD\tEUR\t0.9203', '0.9203'],
])('a file gives %s', (_, text, expected) => {
  expect(parseRateFile(text, PAIR)?.rate).toBe(expected)
})

test.each([
  '',
  'hello',
  '2027-13-03,USD,EUR,0.92',
  '2027-03-03,EUR,USD,1.08',
  '2027-03-03,USD,EUR,abc',
  '2027-03-03,USD,EUR,0,92',
  '2027-03-03,USD,EUR,1,08',
  '"open',
])('a file of %j gives none', (text) => {
  expect(parseRateFile(text, PAIR)).toBeNull()
})
