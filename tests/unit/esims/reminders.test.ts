import { expect, test } from 'vitest'
import { installReminder, usageReminders } from '#lib/esims/rules/reminders.ts'
import type { UsageFacts } from '#lib/esims/rules/usage.ts'

const NOW = new Date('2027-03-10T12:00:00Z')
const HOUR_MS = 3_600_000
const hours = (count: number) => new Date(NOW.getTime() + count * HOUR_MS)
const facts = (some: Partial<UsageFacts>): UsageFacts => ({
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
