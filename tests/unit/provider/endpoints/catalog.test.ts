import { describe, expect, test } from 'vitest'
import {
  checkStock,
  listPartnerPlans,
  listPartnerSkusByContinent,
  listPartners,
  listPlans,
  listSkus,
  listTopUpPlans,
} from '#lib/provider/index.ts'
import type { PartnerId, PriceId, SkuId } from '#lib/provider/rules/provider-ids.ts'
import { iccid } from '#tests/unit/provider/acting-calls.ts'
import { anAnswer, aProvider } from '#tests/unit/provider/stub-provider.ts'

const skuId = 26 as SkuId
const partnerId = 4 as PartnerId

/** The raw text of one plan; a value of `undefined` leaves the field out. */
function aPlan(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    priceid: 301,
    flows: 3,
    unit: 'GB',
    days: 30,
    price: 4.5,
    flowType: 0,
    supportDaypass: 0,
    mustDate: 0,
    expireDays: 0,
    apiCode: '392-0-30-3-G',
    premark: 'Data only<br>APN: sandbox',
    showName: '',
    networkDtoList: [{ type: 'LTE', operator: 'Docomo', nameen: 'Japan' }],
    ...overrides,
  }
}

async function plansOf(body: unknown) {
  return aProvider([anAnswer(body)]).call(listPlans, { skuId })
}

async function onlyPlan(overrides: Record<string, unknown>) {
  const { plans } = await plansOf({ code: '0', data: { esimPackageDtoList: [aPlan(overrides)] } })
  if (plans.length !== 1 || !plans[0]) throw new Error('There is not one plan.')

  return plans[0]
}

test('a plan keeps what was sent, under our names', async () => {
  const plan = await onlyPlan({})

  expect(plan).toEqual({
    code: '392-0-30-3-G',
    skuId,
    priceId: 301,
    dataAmount: { value: 3, unit: 'GB' },
    validityDays: 30,
    cost: '4.5',
    kind: { kind: 'fixed' },
    canTopUp: true,
    needsStartDate: false,
    expireDays: 0,
    label: null,
    premark: 'Data only<br>APN: sandbox',
    networks: [{ operator: 'Docomo', generation: 'LTE' }],
    openCardFee: null,
  })
})

test.each([
  ['21.90', '21.9'],
  ['0.30000000000000004', '0.30000000000000004'],
  ['"21,49"', '21.49'],
  ['1e1', '10'],
  ['123456789012.000000000001', '123456789012.000000000001'],
])('the price %s in the answer costs %s', async (price, cost) => {
  const body = JSON.stringify({ code: '0', data: { esimPackageDtoList: [aPlan({ price: 'PRICE' })] } }).replace(
    '"PRICE"',
    price,
  )

  expect((await plansOf(body)).plans[0]?.cost).toBe(cost)
})

describe('the kind of a plan', () => {
  test.each([
    [
      { supportDaypass: 1, minDay: 1, maxDay: 30 },
      { kind: 'day_pass', minDays: 1, maxDays: 30 },
    ],
    [
      { supportDaypass: '1', minDay: '3', maxDay: '3' },
      { kind: 'day_pass', minDays: 3, maxDays: 3 },
    ],
    [{ supportDaypass: 1 }, { kind: 'unsold', reason: 'day_bounds_invalid' }],
    [
      { supportDaypass: 1, minDay: 5, maxDay: 3 },
      { kind: 'unsold', reason: 'day_bounds_invalid' },
    ],
    [
      { supportDaypass: 1, minDay: 0, maxDay: 3 },
      { kind: 'unsold', reason: 'day_bounds_invalid' },
    ],
    [
      { supportDaypass: 1, minDay: 1.5, maxDay: 3 },
      { kind: 'unsold', reason: 'day_bounds_invalid' },
    ],
    [
      { supportDaypass: 2, minDay: 1, maxDay: 3 },
      { kind: 'unsold', reason: 'days_enumerated' },
    ],
    [{ supportDaypass: 3 }, { kind: 'unsold', reason: 'kind_unknown' }],
    [{ supportDaypass: null }, { kind: 'unsold', reason: 'kind_unknown' }],
    [{ supportDaypass: undefined }, { kind: 'unsold', reason: 'kind_unknown' }],
  ])('of %j is %j', async (fields, kind) => {
    expect((await onlyPlan(fields)).kind).toEqual(kind)
  })
})

test('the inverted and the numeric flags are turned into assertions', async () => {
  expect(await onlyPlan({ flowType: 1, mustDate: 1 })).toMatchObject({ canTopUp: false, needsStartDate: true })
  expect(await onlyPlan({ flowType: '0', mustDate: '0' })).toMatchObject({ canTopUp: true, needsStartDate: false })
  expect(await onlyPlan({ flowType: null })).toMatchObject({ canTopUp: false })
})

test('a plan may lack its code, its networks and its text', async () => {
  const plan = await onlyPlan({ apiCode: undefined, networkDtoList: null, premark: undefined, openCardFee: '1.50' })

  expect(plan).toMatchObject({ code: null, networks: null, premark: null, openCardFee: '1.5' })
})

test.each([
  ['priceId', { priceid: null }],
  ['priceId', { priceid: 'abc' }],
  ['amount', { flows: undefined }],
  ['unit', { unit: 'TB' }],
  ['days', { days: null }],
  ['price', { price: 'free' }],
  ['price', { price: -1 }],
  // What no row can hold.
  ['priceId', { priceid: 2 ** 31 }],
  ['amount', { flows: 2 ** 31 }],
  ['days', { days: '9999999999' }],
  ['price', { price: 1e12 }],
])('a plan without a usable %s is set aside and named, and takes no other plan with it', async (problem, fields) => {
  const list = await plansOf({ code: '0', data: { esimPackageDtoList: [aPlan(fields), aPlan()] } })

  expect(list.plans).toHaveLength(1)
  expect(list.unreadable).toEqual([{ code: '392-0-30-3-G', label: null, problem }])
})

test('an entry that is no plan at all is set aside too', async () => {
  const list = await plansOf({ code: '0', data: { esimPackageDtoList: [null, 7, 'x', [], {}] } })

  expect(list.plans).toEqual([])
  expect(list.unreadable).toHaveLength(5)
})

test.each([
  ['a null list', { esimPackageDtoList: null }],
  ['no list', {}],
  ['an empty list', { esimPackageDtoList: [] }],
  ['null', null],
  ['empty text', ''],
  ['nothing', undefined],
])('a product whose data is %s has no plans', async (_name, data) => {
  expect(await plansOf({ code: '0', data })).toMatchObject({ skuId, plans: [], unreadable: [] })
})

test.each([
  ['a text', 'no plans'],
  ['a number', 7],
  ['a fraction', 7.5],
  ['a list', []],
  ['a list of another type', { esimPackageDtoList: { list: 3 } }],
])('an answer whose data is %s proves nothing and is an error', async (_name, data) => {
  await expect(plansOf({ code: '0', data })).rejects.toMatchObject({ kind: 'bad_response', code: 0 })
})

test('the wrapper gives English and local names apart, and countries as they stand', async () => {
  const data = {
    skuid: 26,
    countrycode: 99915,
    display: '欧洲',
    displayEn: 'Europe',
    supportCountry: ['Germany', 'Bosnia &  Herzegovina', null],
    esimPackageDtoList: [],
  }

  expect(await plansOf({ code: '0', data })).toMatchObject({
    name: 'Europe',
    localName: '欧洲',
    regionCode: '99915',
    countries: ['Germany', 'Bosnia &  Herzegovina'],
  })
  expect(await plansOf({ code: '0', data: { ...data, supportCountry: null } })).toMatchObject({ countries: null })
})

test('top-up plans belong to the product that the answer names, and none of them can be sold without one', async () => {
  const ask = (skuid: unknown) =>
    aProvider([anAnswer({ code: '0', data: { skuid, esimPackageDtoList: [aPlan()] } })]).call(listTopUpPlans, {
      iccid,
    })

  expect((await ask(26)).plans[0]?.skuId).toBe(26)
  expect(await ask(null)).toMatchObject({ skuId: null, plans: [], unreadable: [{ problem: 'skuId' }] })
})

test('partner plans come in their own spelling', async () => {
  const { networkDtoList, ...plan } = aPlan()
  const data = { skuid: 5001, displayEn: 'Partner', esimPackageVoList: [{ ...plan, networkVos: networkDtoList }] }

  const list = await aProvider([anAnswer({ code: '0', data })]).call(listPartnerPlans, { partnerId })

  expect(list.plans[0]).toMatchObject({ skuId: 5001, networks: [{ operator: 'Docomo', generation: 'LTE' }] })
})

test('products need an id; codes of regions may be text or number', async () => {
  const data = [
    { skuid: 26, display: 'Japan', countryCode: '392' },
    { skuid: '27', display: null, countryCode: 8 },
    { display: 'No id' },
    null,
  ]

  expect(await aProvider([anAnswer({ code: 0, data })]).call(listSkus, {})).toEqual([
    { skuId: 26, name: 'Japan', regionCode: '392' },
    { skuId: 27, name: null, regionCode: '8' },
  ])
})

test.each([[null], [undefined], [''], [{}], ['none']])(
  'a catalogue of %j is an error, not an empty shop',
  async (data) => {
    await expect(aProvider([anAnswer({ code: 0, data })]).call(listSkus, {})).rejects.toMatchObject({
      kind: 'bad_response',
    })
  },
)

test('products by continent keep the continent, also for a continent that is null', async () => {
  const data = {
    continent: ['Asia', 'Europe'],
    data: {
      Asia: [{ skuid: 1, countryCode: 392, display: 'Japan', note: null, search: 'japan', continentCode: 1 }],
      Europe: null,
    },
  }

  expect(await aProvider([anAnswer({ code: '0', data })]).call(listPartnerSkusByContinent, { partnerId })).toEqual([
    {
      skuId: 1,
      name: 'Japan',
      regionCode: '392',
      continent: 'Asia',
      continentCode: 1,
      note: null,
      searchText: 'japan',
    },
  ])
})

test('partners need an id', async () => {
  const data = [{ id: '4', realName: 'Post', iconUrl: '' }, { realName: 'Nobody' }]

  expect(await aProvider([anAnswer({ code: '0', data })]).call(listPartners, {})).toEqual([
    { partnerId: 4, name: 'Post', iconUrl: null },
  ])
})

test.each([
  [1, 'available'],
  ['1', 'available'],
  [0, 'sold_out'],
  ['0', 'sold_out'],
  [2, 'unknown'],
  [null, 'unknown'],
  [undefined, 'unknown'],
  ['', 'unknown'],
  [true, 'unknown'],
  [0.5, 'unknown'],
])('a stock answer of %j is %s', async (data, expected) => {
  const provider = aProvider([anAnswer({ code: '0', data })])

  expect(await provider.call(checkStock, { skuId, priceId: 301 as PriceId, count: 1 })).toBe(expected)
})
