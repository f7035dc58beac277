import { describe, expect, test } from 'vitest'
import { readVisitOrigin } from '#lib/core/rules/field-schemas.ts'
import { CAMPAIGN, campaignName, HOST, referrerHost } from '#lib/core/rules/visit-origin.ts'
import { includedTax } from '#lib/finance/rules/invoice.ts'
import { FUNNEL_STEPS, shareOf, UNCOUNTED, visitFilterSchema, visitSchema } from '#lib/finance/rules/visits.ts'

const ORIGIN = { referrer: 'news.example', source: 'mail', campaign: 'may-26' }
const VISIT = { step: 'plan', locale: 'de', currency: 'EUR', ...ORIGIN }

describe('what is told of a visit', () => {
  test('is a step with its language, currency and origin', () => {
    expect(visitSchema.parse(VISIT)).toEqual(VISIT)
    expect(visitSchema.parse({ ...VISIT, referrer: '', source: '', campaign: '' })).toBeTruthy()
  })

  test.each([
    ['another step', { step: 'paid' }],
    ['a language of another shape', { locale: 'de-DE' }],
    ['a currency of another shape', { currency: 'eur' }],
    ['an address in place of a host', { referrer: 'https://news.example/?q=me' }],
    ['a long host', { referrer: `${'a'.repeat(61)}.com` }],
    ['markup', { campaign: '<script>' }],
    ['a mail address', { campaign: 'ana@example.com' }],
    ['a long campaign', { campaign: 'a'.repeat(65) }],
    ['an id', { id: '1' }],
    ['no origin at all', { source: undefined }],
  ])('is refused with %s', (_, change) => {
    expect(visitSchema.safeParse({ ...VISIT, ...change }).success).toBe(false)
  })
})

describe('where a visit comes from', () => {
  test.each([
    ['https://www.News.example/a?b=c#d', 'news.example'],
    ['https://shop.example/legal/terms', ''],
    ['android-app://com.mail/', 'com.mail'],
    ['', ''],
    ['no address', ''],
    [`https://${'a.'.repeat(40)}example/`, ''],
    ['https://[::1]/', ''],
  ])('is the host of %j: %j', (address, host) => {
    expect(referrerHost(address, 'shop.example')).toBe(host)
  })

  test.each([
    [null, ''],
    ['Summer sale 2026', 'Summer-sale-2026'],
    ['ana@example.com', 'ana-example.com'],
    ['<b>x</b>', '-b-x-b-'],
    [`${'a'.repeat(70)}`, 'a'.repeat(64)],
  ])('has the campaign %j as %j, which can be told', (text, name) => {
    expect(campaignName(text)).toBe(name)
    expect(visitSchema.safeParse({ ...VISIT, campaign: name }).success).toBe(true)
  })
})

test('a share is of the step before, and none where one of both is not known', () => {
  const counts = { destination: 200, plan: 50, checkout: 0, paid: 3, delivered: null }

  expect(FUNNEL_STEPS.map((step) => shareOf(counts, step))).toEqual([null, 0.25, 0, null, null])
})

test('what a filter of visits cannot read is left out', () => {
  const read = (params: Record<string, string>) => visitFilterSchema.parse(params)

  expect(read({ by: 'person', from: 'yesterday', referrer: 'a b', currency: 'x' })).toEqual(read({}))
  expect(HOST.test(UNCOUNTED) || CAMPAIGN.test(UNCOUNTED)).toBe(false)
})

test.each([
  null,
  '',
  '{',
  '[]',
  '{"referrer":"news.example"}',
  JSON.stringify({ ...ORIGIN, email: 'ana@example.com' }),
])('an order has no origin where it is told as %j', (told) => {
  expect(readVisitOrigin(told)).toBeNull()
  expect(readVisitOrigin(JSON.stringify(ORIGIN))).toEqual(ORIGIN)
})

test.each([
  [11_900, '19', 1_900],
  [100, '7.7', 7],
  [1, '50', 0],
  [2, '50', 1],
  [0, '19', 0],
  [11_900, null, 0],
  [11_900, 'x', 0],
])('of %d minor units at %s per cent is %d', (total, rate, tax) => {
  expect(includedTax(total, rate)).toBe(tax)
})

test('never leaves a price without its share: net and tax add up, and the tax is the rate of the net', () => {
  for (let total = 0; total < 5_000; total += 7) {
    const tax = includedTax(total, '8.25')

    expect(Math.abs(tax - ((total - tax) * 825) / 10_000)).toBeLessThan(1)
  }
})
