import { expect, test } from 'vitest'
import type { UsageFacts } from '#lib/esims/rules/usage.ts'
import { MOST_ORDERS_PER_PASS, nextUsagePause } from '#lib/esims/rules/usage-budget.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = new Date('2027-03-10T00:00:00Z')

type Trip = { beginsAt: number | null; endsAt: number | null; mbPerDay: number }

function answerAt({ beginsAt, endsAt, mbPerDay }: Trip, now: Date): UsageFacts {
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
  expect(calls).toBeLessThan(MOST_ORDERS_PER_PASS * 24 * 60)
})

test('an order waits for the card that needs it first, and ends with the last one', () => {
  const at = (trip: Trip) => answerAt(trip, START)

  expect(nextUsagePause([at(WAITING), at(LAST_DAY), at(ENDED)], START)).toBe(HOUR_MS)
  expect(nextUsagePause([at(ENDED), at(WAITING)], START)).toBe(DAY_MS)
  expect(nextUsagePause([at(ENDED), at(ENDED)], START)).toBeNull()
  expect(nextUsagePause([], START)).toBe(6 * HOUR_MS)
})
