import { describe, expect, test } from 'vitest'
import { campaignName, referrerHost } from '#lib/finance/rules/visit-origin.ts'
import { FUNNEL_STEPS, knowsOrders, shareOf, visitFilterSchema, visitSchema } from '#lib/finance/rules/visits.ts'

const VISIT = {
  step: 'plan',
  locale: 'de',
  currency: 'EUR',
  referrer: 'news.example',
  source: 'mail',
  campaign: 'may-26',
}

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

test('orders are counted by day, language and currency, and not where an origin is asked for', () => {
  const read = (params: Record<string, string>) => visitFilterSchema.parse(params)

  expect([{}, { by: 'locale' }, { by: 'currency', locale: 'de' }].map((params) => knowsOrders(read(params)))).toEqual([
    true,
    true,
    true,
  ])
  expect(
    [{ by: 'campaign' }, { referrer: 'news.example' }, { source: 'mail' }].map((params) => knowsOrders(read(params))),
  ).toEqual([false, false, false])
  expect(read({ by: 'person', from: 'yesterday', referrer: 'a b', currency: 'x' })).toEqual(read({}))
})
