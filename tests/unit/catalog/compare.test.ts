import { expect, test } from 'vitest'
import {
  type ComparedColumn,
  type ComparedRowLabels,
  columnName,
  comparedRows,
  toColumn,
} from '#components/catalog/compare/compare-rows.ts'
import { comparedText, MAX_COMPARED, parseCompared } from '#components/catalog/compare/compare-state.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'
import { aPlace, aShopPlan, LIST_TEXTS } from '#tests/support/places-on-sale.ts'

const LABELS: ComparedRowLabels = {
  data: 'Data',
  days: 'Days',
  total: 'Total',
  perGb: 'Per GB',
  perDay: 'Per day',
  covers: 'Works in',
  networks: 'Networks',
  starts: 'Starts',
  topUp: 'Top-up',
  hotspot: 'Hotspot',
  speed: 'Speed',
  aDay: '{amount} every day',
  anyDays: '{days} ({min} to {max})',
  yes: 'Yes',
  no: 'No',
  cancel: {
    heading: 'Cancellation',
    yes: 'Within 30 days',
    ask: 'Our eSIM provider decides',
    code_mailed: 'by email',
    no: 'Not possible',
  },
  list: LIST_TEXTS,
  dayForms: { one: '{n} day', other: '{n} days' },
  countries: { one: '{n} country', other: '{n} countries' },
}
const NO_TRIP = { arrive: '', days: 0 }
const daily = aShopPlan('pln_d', 190, {
  amount: { value: 2, unit: 'GB' },
  term: { kind: 'day_pass', minDays: 3, maxDays: 30 },
})

function rowsOf(plans: ShopPlan[], trip = NO_TRIP) {
  const place = aPlace('Japan', 'JP', plans)
  const columns = plans
    .map(({ id }) => toColumn(place, id, LIST_TEXTS))
    .filter((column): column is ComparedColumn => column !== null)

  return new Map(comparedRows(columns, trip, LABELS).map(({ name, cells, differs }) => [name, { cells, differs }]))
}

const plain = (text: unknown) => String(text).replaceAll('\u00a0', ' ')
const price = (minor: number) => ({ minor, isMetric: false })
const figure = (minor: number) => ({ minor, isMetric: true })

test('day plans are counted for the days of the trip, fixed ones for what they cost', () => {
  const rows = rowsOf([daily, aShopPlan('pln_f', 980)], { arrive: '2027-03-06', days: 9 })

  expect(rows.get('Total')).toEqual({ cells: [price(1_710), price(980)], differs: true })
  expect(rows.get('Days')?.cells).toEqual(['9 days (3 to 30)', '15 days'])
  expect(rows.get('Per day')?.cells).toEqual([figure(190), figure(65)])
  expect(rows.get('Per GB')?.cells).toEqual([figure(95), figure(327)])
})

test('without dates a day plan stands there for the days its own page opens with', () => {
  expect(rowsOf([daily]).get('Total')?.cells).toEqual([price(1_330)])
})

test('what nobody has stated is empty, not a no', () => {
  const rows = rowsOf([aShopPlan('pln_f', 980)])

  for (const name of ['Networks', 'Starts', 'Hotspot', 'Speed']) expect(rows.get(name)?.cells).toEqual([''])
})

test('what a plan says in its own words stands there as it is', () => {
  const words = ['1GB a day, then 384 kbps.', 'Hotspot is allowed.']
  const rows = rowsOf([aShopPlan('pln_f', 980, { words })])

  expect(rows.get('Hotspot')?.cells).toEqual(['Hotspot is allowed.'])
  expect(rows.get('Speed')?.cells).toEqual(['1GB a day, then 384 kbps.'])
  expect(comparedRows([], NO_TRIP, LABELS).flatMap(({ name, isQuoted }) => (isQuoted ? [name] : []))).toEqual([
    'Networks',
    'Hotspot',
    'Speed',
  ])
})

test('a row differs when one plan says something else', () => {
  const rows = rowsOf([aShopPlan('pln_a', 980), aShopPlan('pln_b', 980, { canTopUp: false })])

  expect(rows.get('Top-up')).toEqual({ cells: ['Yes', 'No'], differs: true })
  expect(rows.get('Total')?.differs).toBe(false)
})

test('a plan that is not sold there any more is no column', () => {
  expect(toColumn(aPlace('Japan', 'JP', []), 'pln_gone', LIST_TEXTS)).toBeNull()
  expect(toColumn(null, 'pln_gone', LIST_TEXTS)).toBeNull()
})

test('plans are named by what one gets', () => {
  const place = aPlace('Japan', 'JP', [daily, aShopPlan('pln_f', 980)])
  const names = ['pln_d', 'pln_f'].map((id) => {
    const column = toColumn(place, id, LIST_TEXTS)

    return plain(column ? columnName(column, { fixed: '{amount}, {days}', rows: LABELS }) : '')
  })

  expect(names).toEqual(['2 GB every day', '3 GB, 15 days'])
})

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
