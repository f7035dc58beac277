import { describe, expect, test } from 'vitest'
import { latestLookTimes } from '#components/orders/headline.ts'
import { aheadText, daySpanText, timeShape } from '#components/orders/order-texts.ts'
import { withTeamSince } from '#lib/orders/rules/with-team.ts'
import type { ItemStatus, ItemView } from '#lib/settings/rules/shop.ts'

test('a span of days is said with the spaces that every browser writes, so that a page from the server stays as it is', () => {
  const span = (locale: 'en' | 'de' | 'ar') => daySpanText('2027-03-28', '2027-04-03', locale)

  expect(span('en')).toBe('Sun, 28 March – Sat, 3 April 2027')
  expect(span('de')).toBe('So., 28. März – Sa., 3. April 2027')
  for (const locale of ['en', 'de', 'ar'] as const) {
    expect(span(locale) + daySpanText('2026-12-28', '2027-01-03', locale)).not.toMatch(/[\u2009\u202f]/)
  }
})

describe('look times', () => {
  const at = (time: string) => new Date(`2027-03-03T${time}Z`)
  const looked = (last: string, next: string | null) =>
    ({ looks: { lastAt: at(last), nextAt: next === null ? null : at(next) } }) as ItemView

  test.each([
    ['10:14:00', 'in 5 minutes'],
    ['10:09:20', 'in 1 minute'],
    ['11:05:00', 'in 56 minutes'],
    ['12:09:00', 'in 2 hours'],
    ['10:09:00', null],
    ['10:08:00', null],
  ])('at 10:09 what comes at %s is %s', (time, said) => {
    expect(aheadText(at(time), at('10:09:00'), 'en')).toBe(said)
  })

  test('of several unclear plans the latest look counts, and the one that comes first', () => {
    const items = [looked('10:04:00', '10:20:00'), looked('10:09:00', '10:14:00'), { looks: null } as ItemView]

    expect(latestLookTimes({ items })).toEqual({ lastAt: at('10:09:00'), nextAt: at('10:14:00') })
  })

  test('a plan that is being asked about right now does not hide when the other one is', () => {
    expect(latestLookTimes({ items: [looked('10:04:00', null), looked('10:02:00', '10:14:00')] })?.nextAt).toEqual(
      at('10:14:00'),
    )
  })

  test('without a look nothing is said', () => {
    expect(latestLookTimes({ items: [{ looks: null } as ItemView] })).toBeNull()
  })
})

const NOW = new Date('2027-03-01T12:00:00Z')

test.each([
  ['2027-01-02T05:00:00Z', '2 Jan, 05:00'],
  ['2026-12-12T05:00:00Z', '12 Dec 2026, 05:00'],
  ['2028-05-21T15:59:00Z', '21 May 2028, 15:59'],
])('the moment %s is said with its year unless that is this one', (at, said) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...timeShape('moment', new Date(at), NOW), timeZone: 'UTC' })

  expect(format.format(new Date(at))).toBe(said)
})

describe('with team since', () => {
  const at = (time: string) => new Date(`2027-03-03T${time}:00Z`)
  const item = (id: string, status: ItemStatus) => ({ id, status }) as ItemView
  const held = (itemId: string | null, time: string) => ({ kind: 'held', itemId, at: at(time), data: {} })

  test('a line that came to the team twice is with it since the second time', () => {
    const history = [held('a', '10:00'), held('a', '14:05')]

    expect(withTeamSince({ items: [item('a', 'with_team')], history })).toEqual(at('14:05'))
  })

  test('of several lines the one that waits longest counts, and one that is done does not', () => {
    const items = [item('a', 'ready'), item('b', 'with_team'), item('c', 'with_team')]
    const history = [held('a', '09:00'), held('c', '11:00'), held('b', '12:00')]

    expect(withTeamSince({ items, history })).toEqual(at('11:00'))
  })

  test('a doubt about the payment is about every line', () => {
    expect(withTeamSince({ items: [item('a', 'with_team')], history: [held(null, '10:00')] })).toEqual(at('10:00'))
  })

  test('without a record nothing is said', () => {
    expect(withTeamSince({ items: [item('a', 'with_team')], history: [] })).toBeNull()
  })
})
