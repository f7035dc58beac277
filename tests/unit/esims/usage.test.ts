import { describe, expect, test } from 'vitest'
import { installReminder, usageReminders } from '#lib/esims/rules/reminders.ts'
import {
  currentUsage,
  toUsageReading,
  toUsageView,
  type UsageReading,
  usageSentence,
  usedPercent,
} from '#lib/esims/rules/usage.ts'
import { liveStretches, MAX_ORDERS_PER_PASS, nextUsagePause } from '#lib/esims/rules/usage-budget.ts'
import { cardPlanListWire, toEsimPlan } from '#lib/provider/endpoints/plan-wire.ts'
import type { EsimPlan } from '#lib/provider/rules/provider-order.ts'
import en from '#messages/en/usage.json' with { type: 'json' }

const at = (text: string) => new Date(`${text}Z`)

function split(from: string, until: string, marked: string[]) {
  const { days, stretches } = liveStretches({ from: at(from), until: at(until) }, marked)
  const short = (date: Date) => date.toISOString().slice(0, 16)

  return { days, stretches: stretches.map((part) => `${short(part.from)} ${short(part.until)}`) }
}

test('nothing is read anew in a span of whole days without marks', () => {
  expect(split('2027-02-01T00:00', '2027-04-01T00:00', [])).toEqual({ days: [], stretches: [] })
})

test('marked neighbours are one part, in any order, and marks outside of the span are not its own', () => {
  expect(
    split('2027-02-01T00:00', '2027-03-01T00:00', [
      '2027-02-04',
      '2027-02-03',
      '2027-02-09',
      '2027-01-31',
      '2027-03-01',
    ]),
  ).toEqual({
    days: ['2027-02-03', '2027-02-04', '2027-02-09'],
    stretches: ['2027-02-03T00:00 2027-02-05T00:00', '2027-02-09T00:00 2027-02-10T00:00'],
  })
})

test('no part goes beyond its month', () => {
  expect(split('2027-01-01T00:00', '2027-04-01T00:00', ['2027-01-31', '2027-02-01']).stretches).toEqual([
    '2027-01-31T00:00 2027-02-01T00:00',
    '2027-02-01T00:00 2027-02-02T00:00',
  ])
})

test('a day that is in the span with a part only is read with that part', () => {
  expect(split('2027-02-03T10:00', '2027-02-05T08:00', [])).toEqual({
    days: ['2027-02-03', '2027-02-05'],
    stretches: ['2027-02-03T10:00 2027-02-04T00:00', '2027-02-05T00:00 2027-02-05T08:00'],
  })
})

test('a span that ends before it begins has no parts', () => {
  expect(split('2027-02-03T00:00', '2027-02-01T10:00', ['2027-02-02'])).toEqual({ days: [], stretches: [] })
})

describe('usage budget', () => {
  const HOUR_MS = 3_600_000
  const DAY_MS = 24 * HOUR_MS
  const START = new Date('2027-03-10T00:00:00Z')

  type Trip = { beginsAt: number | null; endsAt: number | null; mbPerDay: number }

  function answerAt({ beginsAt, endsAt, mbPerDay }: Trip, now: Date): UsageReading {
    const begun = beginsAt !== null && beginsAt <= now.getTime()
    const usedMb = begun ? Math.min(3072, ((now.getTime() - beginsAt) / DAY_MS) * mbPerDay) : 0

    return {
      usedMb,
      usedForm: 'number',
      totalMb: 3072,
      isDayPass: false,
      beginsAt: begun ? new Date(beginsAt) : null,
      endsAt: begun && endsAt !== null ? new Date(endsAt) : null,
      readAt: now,
    }
  }

  // A clock of our own: each eSIM is asked when its pause is over, for one day.
  function callsInADay(trip: Trip): number {
    let calls = 0
    let at: number | null = START.getTime()
    while (at !== null && at < START.getTime() + DAY_MS) {
      const now = new Date(at)
      calls += 1
      const pause = nextUsagePause([answerAt(trip, now)], now)
      at = pause === null ? null : at + pause
    }

    return calls
  }

  const day = (days: number) => START.getTime() + days * DAY_MS
  const WAITING: Trip = { beginsAt: null, endsAt: null, mbPerDay: 0 }
  const IN_USE: Trip = { beginsAt: day(-2), endsAt: day(5), mbPerDay: 100 }
  const NEAR_THE_LIMIT: Trip = { beginsAt: day(-2), endsAt: day(5), mbPerDay: 1400 }
  const LAST_DAY: Trip = { beginsAt: day(-6), endsAt: day(1), mbPerDay: 100 }
  const ENDED: Trip = { beginsAt: day(-9), endsAt: day(-1), mbPerDay: 100 }

  test.each([
    ['before its start once', WAITING, 1],
    ['in use four times', IN_USE, 4],
    ['near its limit every hour', NEAR_THE_LIMIT, 24],
    ['on its last day every hour', LAST_DAY, 24],
    ['after its end no more than the one time that shows it', ENDED, 1],
  ])('in a day a card is asked about %s', (_, trip, calls) => {
    expect(callsInADay(trip)).toBe(calls)
  })

  test('1,000 cards of a usual day stay within 5,000 calls, far below what the passes of a day may ask', () => {
    const esims = [
      ...Array.from({ length: 400 }, () => WAITING),
      ...Array.from({ length: 450 }, () => IN_USE),
      ...Array.from({ length: 60 }, () => NEAR_THE_LIMIT),
      ...Array.from({ length: 40 }, () => LAST_DAY),
      ...Array.from({ length: 50 }, () => ENDED),
    ]

    const calls = esims.reduce((sum, trip) => sum + callsInADay(trip), 0)

    expect(esims).toHaveLength(1000)
    expect(calls).toBe(400 + 450 * 4 + 100 * 24 + 50)
    expect(calls).toBeLessThanOrEqual(5_000)
    expect(calls).toBeLessThan(MAX_ORDERS_PER_PASS * 24 * 60)
  })

  test('an order waits for the card that needs it first, and ends with the last one', () => {
    const at = (trip: Trip) => answerAt(trip, START)

    expect(nextUsagePause([at(WAITING), at(LAST_DAY), at(ENDED)], START)).toBe(HOUR_MS)
    expect(nextUsagePause([at(ENDED), at(WAITING)], START)).toBe(DAY_MS)
    expect(nextUsagePause([at(ENDED), at(ENDED)], START)).toBeNull()
    expect(nextUsagePause([], START)).toBe(6 * HOUR_MS)
  })
})

describe('usage', () => {
  const NOW = new Date('2027-03-10T12:00:00Z')
  const HOUR_MS = 3_600_000

  const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)
  const facts = (some: Partial<UsageReading> = {}): UsageReading => ({
    usedMb: 1229,
    usedForm: 'number',
    totalMb: 3072,
    isDayPass: false,
    beginsAt: ago(48),
    endsAt: ago(-96),
    readAt: ago(0.2),
    ...some,
  })

  const BEGUN = { flows: 3, unit: 'GB', beginDate: '2027-03-09 09:00:00' }

  test('a number, a number as text, null, a missing field and a figure from yesterday give five sentences', () => {
    const answers = [{ usedMb: 1229 }, { usedMb: '1229' }, { usedMb: null }, {}].map((said) => ({ ...BEGUN, ...said }))
    const fresh = listedPlans(answers).map((plan) => usageSentence(toUsageReading(plan, ago(0.2)), NOW))
    const yesterday = usageSentence(facts({ readAt: ago(24) }), NOW)

    const sentences = [...fresh, yesterday]

    expect(sentences).toEqual(['number', 'text', 'empty', 'missing', 'old'])
    expect(new Set(sentences.map((name) => en.sentence[name])).size).toBe(5)
  })

  test('what is not an amount is neither a figure nor 0', () => {
    const [plan] = listedPlans([{ ...BEGUN, usedMb: 'a lot' }])
    if (!plan) throw new Error('no plan was read')

    const view = toUsageView([toUsageReading(plan, NOW)], { askedAt: null, signal: null, now: NOW })

    expect(view).toMatchObject({ sentence: 'unreadable', percent: null, facts: { usedMb: null } })
  })

  test.each([
    ['a plan that nobody began', facts({ usedMb: 0, beginsAt: null, endsAt: null }), 'not_started'],
    [
      'a plan that nobody had begun long ago',
      facts({ usedMb: 0, beginsAt: null, endsAt: null, readAt: ago(13) }),
      'old_not_started',
    ],
    ['a begun plan with nothing used', facts({ usedMb: 0 }), 'number'],
    ['a plan read after its end', facts({ endsAt: ago(1) }), 'ended'],
    ['a plan that ended since it was read, long ago', facts({ endsAt: ago(1), readAt: ago(13) }), 'old'],
    ['a card that was never asked about', null, 'never'],
  ])('%s has its own sentence', (_, read, sentence) => {
    expect(usageSentence(read, NOW)).toBe(sentence)
  })

  test.each([
    [facts(), 40],
    [facts({ usedMb: 0 }), 0],
    [facts({ usedMb: null }), null],
    [facts({ totalMb: null }), null],
    [facts({ totalMb: 0 }), null],
    [facts({ isDayPass: true }), null],
  ])('a percent needs both amounts of one whole plan (%#)', (read, percent) => {
    const found = usedPercent(read)

    expect(found === null ? null : Math.round(found)).toBe(percent)
  })

  test('the plan that runs counts before one that waits, and an ended one only when nothing else is there', () => {
    const ended = facts({ endsAt: ago(5) })
    const running = facts()
    const waiting = facts({ beginsAt: null, endsAt: null })

    expect(currentUsage([waiting, ended, running], NOW)).toBe(running)
    expect(currentUsage([ended, waiting], NOW)).toBe(waiting)
    expect(currentUsage([ended], NOW)).toBe(ended)
    expect(currentUsage([], NOW)).toBeNull()
  })

  test('the next question is possible five minutes after the last one', () => {
    const viewAt = (minutes: number) =>
      toUsageView([], { askedAt: new Date(NOW.getTime() - minutes * 60_000), signal: null, now: NOW })

    expect(viewAt(4).nextRequestAt).toEqual(new Date(NOW.getTime() + 60_000))
    expect(viewAt(5).nextRequestAt).toBeNull()
  })

  /** Reads plans as an answer of the provider holds them. */
  function listedPlans(plans: Record<string, unknown>[]): EsimPlan[] {
    return cardPlanListWire.parse(plans).map(toEsimPlan)
  }
})

describe('reminders', () => {
  const NOW = new Date('2027-03-10T12:00:00Z')
  const HOUR_MS = 3_600_000
  const hours = (count: number) => new Date(NOW.getTime() + count * HOUR_MS)
  const facts = (some: Partial<UsageReading>): UsageReading => ({
    usedMb: 100,
    usedForm: 'number',
    totalMb: 1000,
    isDayPass: false,
    beginsAt: hours(-48),
    endsAt: hours(96),
    readAt: hours(-0.2),
    ...some,
  })

  test.each([
    ['little used, days left', {}, []],
    ['80 % used', { usedMb: 800 }, ['plan_low']],
    ['just below 80 %', { usedMb: 799 }, []],
    ['all used', { usedMb: 1000 }, ['plan_used_up']],
    ['the last day', { endsAt: hours(24) }, ['plan_ending']],
    ['the last day of a low plan', { usedMb: 900, endsAt: hours(20) }, ['plan_low', 'plan_ending']],
    ['a plan that has ended', { usedMb: 1000, endsAt: hours(-1) }, []],
    ['a reading too old to know', { usedMb: 900, endsAt: hours(5), readAt: hours(-13) }, []],
    ['a day pass, whose amount counts anew', { usedMb: 990, isDayPass: true }, []],
    ['an amount that nobody reported', { usedMb: null, usedForm: 'empty' as const }, []],
  ])('%s', (_, some, kinds) => {
    expect(usageReminders(facts(some), NOW).map(({ kind }) => kind)).toEqual(kinds)
  })

  test.each([
    [8 * 24, null],
    [7 * 24, 7],
    [2 * 24 + 1, 7],
    [2 * 24, 2],
    [1, 2],
    [0, null],
    [-5, null],
  ])('%s hours before the day begins', (left, due) => {
    expect(installReminder(hours(left), NOW)).toBe(due)
  })
})
