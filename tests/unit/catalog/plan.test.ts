import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextByClock } from '#lib/catalog/rules/admin-catalog.ts'
import { joinLists, keepGroups, listDifferences, shelfOfGroup } from '#lib/catalog/rules/partner.ts'
import {
  apnOf,
  diffPlans,
  type GroupedSku,
  type KnownPlan,
  lastInstallMinute,
  type MirroredPlan,
  type ProviderPlan,
  type ProviderSku,
  toMirroredPlans,
  vanishedDestinations,
} from '#lib/catalog/rules/plan.ts'
import { keptUntil } from '#lib/checkout/rules/quote.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { toPriceId, toSkuId } from '#lib/provider/rules/provider-ids.ts'

function facts(overrides: Partial<MirroredPlan> = {}): MirroredPlan {
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

const read = (plans: MirroredPlan[]) => ({ plans, unreadable: [] })

function known(plan: MirroredPlan, vanishedAt: Date | null = null): KnownPlan {
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
  expect(vanishedDestinations([1, 2, 3], null)).toEqual([])
})

const plans = fc.uniqueArray(
  fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), cents: fc.integer({ min: 1, max: 9 }) }),
  { selector: ({ key }) => key },
)
const toDetails = (list: { key: string; cents: number }[]) =>
  list.map(({ key, cents }) => facts({ planKey: key, code: key, cost: decimal(`0.0${cents}`) }))

test('a list compared with itself has no differences', () => {
  fc.assert(
    fc.property(plans, (list) => {
      expect(
        diffPlans(
          toDetails(list).map((plan) => known(plan)),
          read(toDetails(list)),
        ),
      ).toEqual([])
    }),
  )
})

test('every plan of either list has at most one difference, and only absent ones are gone', () => {
  fc.assert(
    fc.property(plans, plans, (before, after) => {
      const changes = diffPlans(
        toDetails(before).map((plan) => known(plan)),
        read(toDetails(after)),
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
      expect(vanishedDestinations(knownIds, listed).every((id) => !listed.includes(id) && knownIds.includes(id))).toBe(
        true,
      )
    }),
  )
})

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
  const facts = toMirroredPlans([aPlan(), aPlan({ price: 2 }), aPlan({ price: 3, code: null })])

  expect(facts.map(({ planKey }) => planKey)).toEqual(['a', 'price:2', 'price:3'])
})

test('half a gigabyte is counted in megabytes', () => {
  const [facts] = toMirroredPlans([aPlan({ dataAmount: { value: 0.5, unit: 'GB' } })])

  expect(facts).toMatchObject({ amountValue: 512, amountUnit: 'MB' })
})

test('a cost longer than the mirror keeps is rounded up, once and for all', () => {
  expect(toMirroredPlans([aPlan({ cost: decimal('0.33333333') })])[0]?.cost).toBe('0.333334')
})

test('a plan that cannot be sold keeps the reason and no bounds', () => {
  const [facts] = toMirroredPlans([aPlan({ kind: { kind: 'unsold', reason: 'days_enumerated' } })])

  expect(facts).toMatchObject({ kind: 'unsold', unsoldReason: 'days_enumerated', minDays: null, maxDays: null })
})

function clockIn(zone: string, instant: Date | null): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(
    instant ?? Number.NaN,
  )
}

test.each([
  ['Etc/GMT-8', '30 Jun 2027, 23:59'],
  ['Europe/Berlin', '30 Jun 2027, 17:59'],
  ['Asia/Tokyo', '1 Jul 2027, 00:59'],
  ['America/Los_Angeles', '30 Jun 2027, 08:59'],
])('the last minute of an install day on the clock of %s is %s', (zone, shown) => {
  expect(clockIn(zone, lastInstallMinute('2027-06-30'))).toBe(shown)
})

test('a trailing zone in the network own words changes nothing', () => {
  expect(lastInstallMinute('2027-06-30(GMT+8)')).toEqual(lastInstallMinute('2027-06-30'))
})

test.each(['', 'soon', '2027-02-30', '30/06/2027'])('%j names no day', (text) => {
  expect(lastInstallMinute(text)).toBeNull()
})

test.each([
  ['a plan that names one', ['Data only', 'APN: internet.example'], 'internet.example'],
  ['a name at the end of a sentence', ['Data only. APN: plus.4g. Roaming on.'], 'plus.4g'],
  ['the same name twice', ['APN:web', 'apn=web'], 'web'],
  ['two names', ['APN: web', 'APN: wap'], null],
  ['a plan that only says the word', ['APN is set automatically', 'The APN is set by itself'], null],
  ['a plan that says nothing', [], null],
])('%s', (_, words, apn) => {
  expect(apnOf(words)).toBe(apn)
})

const now = new Date('2027-03-01T00:00:00Z')

test.each([
  ['a known end', { endsAt: new Date('2027-03-10T00:00:00Z'), deadline: null }, '2027-04-09'],
  ['no end, a deadline', { endsAt: null, deadline: new Date('2027-06-30T00:00:00Z') }, '2027-08-06'],
  ['neither', { endsAt: null, deadline: null }, '2027-04-07'],
])('a device keeps a page until 30 days after the plan: %s', (_, facts, day) => {
  expect(
    keptUntil({ ...facts, days: 7, now })
      .toISOString()
      .slice(0, 10),
  ).toBe(day)
})

const listed = (skuId: number) => ({ skuId, name: `L${skuId}`, regionCode: null }) as unknown as ProviderSku
const grouped = (skuId: number) =>
  ({ skuId, name: `G${skuId}`, continent: 'Asia', searchText: 'nippon' }) as unknown as GroupedSku

test('two lists of products become one, and what stands in one alone is known', () => {
  const products = joinLists([listed(1), listed(2)], [grouped(2), grouped(3)])

  expect(products.map(({ skuId, name, continent }) => [skuId, name, continent])).toEqual([
    [1, 'L1', null],
    [2, 'L2', 'Asia'],
    [3, 'G3', 'Asia'],
  ])
  const { onlyListed, onlyGrouped } = listDifferences(products)
  expect([onlyListed.map(({ skuId }) => skuId), onlyGrouped.map(({ skuId }) => skuId)]).toEqual([[1], [3]])
})

test('without the grouped list each product stays in the group it had, and a new one has none', () => {
  const known = joinLists([listed(1)], [grouped(1), grouped(9)])

  const products = keepGroups([listed(1), listed(2)], known)

  expect(products.map(({ skuId, continent, isGrouped }) => [skuId, continent, isGrouped])).toEqual([
    [1, 'Asia', true],
    [2, null, false],
  ])
})

test('a group of the list stands on a shelf of the shop, and one that nobody knows on the last', () => {
  expect(
    ['Common', 'Latin America', 'Oceania', 'Moon', 'function Object() { [native code] }'].map(shelfOfGroup),
  ).toEqual(['multi_country', 'latin_america', 'oceania', 'more', 'more'])
})

test.each([
  ['41 3 * * *', '2027-01-01T03:40:59Z', '2027-01-01T03:41:00.000Z'],
  ['41 3 * * *', '2027-01-01T03:41:00Z', '2027-01-02T03:41:00.000Z'],
  ['17 */6 * * *', '2026-12-31T18:17:00Z', '2027-01-01T00:17:00.000Z'],
  ['17 */6 * * *', '2027-01-01T05:00:00Z', '2027-01-01T06:17:00.000Z'],
  ['every night', '2027-01-01T05:00:00Z', undefined],
])('the rule %s holds, after %s, at %s', (cron, now, next) => {
  expect(nextByClock(cron, new Date(now))?.toISOString()).toBe(next)
})
