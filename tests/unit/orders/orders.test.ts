import fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { latestLookTimes } from '#components/orders/headline.ts'
import { aheadText, daySpanText, timeShape } from '#components/orders/order-texts.ts'
import { canBeFound } from '#components/ui/admin/bulk/can-be-found.ts'
import { newOrderNumber } from '#lib/core/rules/ids.ts'
import { forgetOrderKey, orderKey } from '#lib/orders/client/order-key.ts'
import {
  canMove,
  ENDED_STATES,
  ITEM_STATES,
  type ItemState,
  isReadyForCapture,
  isWorthCapturing,
  statusOf,
} from '#lib/orders/rules/item-states.ts'
import { paymentStatusOf } from '#lib/orders/rules/order-money.ts'
import { isSettled, orderStatus } from '#lib/orders/rules/order-status.ts'
import { withTeamSince } from '#lib/orders/rules/with-team.ts'
import type { ItemStatus, ItemView } from '#lib/settings/rules/shop.ts'

describe('the moves of a line', () => {
  test('follow the way of a good sale', () => {
    const way = ['AWAITING_PAYMENT', 'READY', 'PLACING', 'PLACED', 'CAPTURING', 'DELIVERABLE', 'DELIVERED'] as const

    for (const [index, state] of way.slice(1).entries()) expect(canMove(way[index] ?? state, state)).toBe(true)
  })

  test.each([
    ['UNKNOWN', 'PLACING'],
    ['READY', 'PLACED'],
    ['DELIVERED', 'READY'],
    ['REFUNDED', 'READY'],
    ['EXPIRED', 'READY'],
    ['PLACED', 'READY'],
    ['AWAITING_PAYMENT', 'PLACING'],
  ] as const)('never lead from %s to %s', (from, to) => {
    expect(canMove(from, to)).toBe(false)
  })

  test('let a person lead a held line anywhere', () => {
    for (const state of ITEM_STATES) expect(canMove('HELD', state)).toBe(true)
  })

  test('lead to a person from every state but PLACING and the ended ones, as docs/architecture.md says', () => {
    const never: ItemState[] = ['PLACING', ...ENDED_STATES]

    expect(new Set(ITEM_STATES.filter((state) => !canMove(state, 'HELD')))).toEqual(new Set(never))
  })

  test('allow the arrows of docs/architecture.md, which has every way out of an unknown outcome', () => {
    const drawn = [...fs.readFileSync('docs/architecture.md', 'utf8').matchAll(/^ {2}([A-Z_]+) --> ([A-Z_]+)/gm)]
    const arrows = drawn.map(([, from, to]) => [from, to] as [ItemState, ItemState])
    const ends = arrows.filter(([from]) => from === 'UNKNOWN').map(([, to]) => to)

    expect(arrows.filter(([from, to]) => !canMove(from, to))).toEqual([])
    expect(new Set(ends)).toEqual(new Set(ITEM_STATES.filter((state) => canMove('UNKNOWN', state))))
  })
})

describe('what a customer reads', () => {
  test('exists for every state, and never says that something failed', () => {
    for (const state of ITEM_STATES) expect(statusOf({ state })).toMatch(/^[a-z_]+$/)
    expect(statusOf({ state: 'UNKNOWN' })).toBe('confirming')
    expect(statusOf({ state: 'HELD' })).toBe('with_team')
  })

  test('of a cart is read from its lines', () => {
    expect(orderStatus(['DELIVERED', 'UNKNOWN'])).toBe('partly_ready')
    expect(orderStatus(['DELIVERED', 'DELIVERED'])).toBe('ready')
    expect(orderStatus(['REFUNDED', 'EXPIRED'])).toBe('refunded')
    expect(orderStatus(['HELD', 'READY'])).toBe('with_team')
  })

  test('is settled only when every line has ended', () => {
    expect(isSettled(['DELIVERED', 'REFUNDED'])).toBe(true)
    expect(isSettled(['DELIVERED', 'HELD'])).toBe(false)
  })
})

test('a line whose money is going back is not captured, and does not delay the capture of the others', () => {
  expect(isWorthCapturing('REFUND_DUE')).toBe(false)
  expect(isWorthCapturing('UNKNOWN')).toBe(true)
  expect(isReadyForCapture('REFUND_DUE')).toBe(true)
  expect(isReadyForCapture('UNKNOWN')).toBe(false)
})

const payment = (state: string, sums: { captured?: number; refunded?: number; provider?: string } = {}) => ({
  state,
  provider: sums.provider ?? 'stripe',
  capturedMinor: sums.captured ?? 0,
  refundedMinor: sums.refunded ?? 0,
})

test.each([
  ['a hold', [payment('AUTHORISED')], 'held'],
  ['a hold that is being taken', [payment('CAPTURING')], 'held'],
  ['a hold that was released', [payment('VOIDED')], 'released'],
  ['money that was taken', [payment('CAPTURED', { captured: 1089 })], 'taken'],
  ['money of which a part went back', [payment('CAPTURED', { captured: 1089, refunded: 89 })], 'taken'],
  ['money that went back', [payment('CAPTURED', { captured: 1089, refunded: 1089 })], 'returned'],
  ['a transfer that has arrived', [payment('CAPTURED', { captured: 1089, provider: 'bank_transfer' })], 'transferred'],
  ['a transfer that is awaited', [payment('OPEN', { provider: 'bank_transfer' })], 'none'],
  ['an order without charge', [payment('CAPTURED', { provider: 'no_charge' })], 'none'],
  ['a failed try before a hold', [payment('FAILED'), payment('AUTHORISED')], 'held'],
  ['a disputed payment', [payment('DISPUTED', { captured: 1089 })], 'taken'],
])('%s', (_what, payments, status) => {
  expect(paymentStatusOf(payments)).toBe(status)
})

describe('order key', () => {
  const kept = new Map<string, string>()
  const storage = {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    removeItem: (name: string) => void kept.delete(name),
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  }

  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('localStorage', storage)
  })

  afterEach(() => void vi.useRealTimers())

  const input = { quoteId: 'quo_1', email: 'ana@example.com' }

  test('the same request has the same key in every tab of a browser', () => {
    expect(orderKey('quo_1', input)).toBe(orderKey('quo_1', { ...input }))
  })

  test('a changed request has a new key', () => {
    expect(orderKey('quo_1', { ...input, email: 'luca@example.com' })).not.toBe(orderKey('quo_1', input))
  })

  test('two offers have two keys', () => {
    expect(orderKey('quo_1', input)).not.toBe(orderKey('quo_2', input))
  })

  test('a key fits the header, and nothing of the address is kept', () => {
    expect(orderKey('quo_1', input)).toMatch(/^[0-9a-f]{32}$/)
    expect([...kept.values()].join()).not.toContain('ana')
  })

  test.each(['{', '5', '{"key":1}', 'null'])('a damaged memory %j costs a new key, not the order', (damaged) => {
    kept.set('order-key:quo_1', damaged)

    expect(orderKey('quo_1', input)).toMatch(/^[0-9a-f]{32}$/)
  })

  test('a browser that keeps nothing can still order', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })

    expect(orderKey('quo_1', input)).toMatch(/^[0-9a-f]{32}$/)
  })

  test('a key is kept for a day, while its order may be sent again', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    kept.set('order-key:quo_0', '{"key":"former","mark":"1"}')
    kept.set('cart', '[]')
    const key = orderKey('quo_1', input)
    vi.setSystemTime(Date.now() + 23 * 3_600_000)
    orderKey('quo_2', input)
    expect(orderKey('quo_1', input)).toBe(key)

    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    orderKey('quo_3', input)
    expect([...kept.keys()]).toEqual(['cart', 'order-key:quo_2', 'order-key:quo_3'])
  })

  test('the key of an order that was bought is forgotten', () => {
    orderKey('quo_1', input)
    forgetOrderKey('quo_1')

    expect([...kept]).toEqual([])
  })
})

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

test('every order number is looked up, also one of letters alone', () => {
  const numbers = Array.from({ length: 500 }, () => newOrderNumber())

  for (const number of [...numbers, 'LF-KCJE-KWAS', 'lfkcjekwas', 'LF KCJE KWAS']) expect(canBeFound(number)).toBe(true)
})

test.each([
  ['ana@example.com', true],
  ['123456', true],
  ['\u0661\u0663\u0664\u0660\u0662\u0660', true],
  ['LF\u2011KCJE\u2011KWAS', true],
  ['pay', false],
  ['orders', false],
  ['lifecycle', false],
])('%s is looked up: %s', (text, isFound) => {
  expect(canBeFound(text)).toBe(isFound)
})
