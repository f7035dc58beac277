import { expect, test } from 'vitest'
import {
  currentUsage,
  toUsageFacts,
  toUsageView,
  type UsageFacts,
  usageSentence,
  usedPercent,
} from '#lib/esims/rules/usage.ts'
import { cardPlanListWire, toEsimPlan } from '#lib/provider/endpoints/plan-wire.ts'
import type { EsimPlan } from '#lib/provider/rules/provider-order.ts'
import en from '#messages/en/usage.json' with { type: 'json' }

const NOW = new Date('2027-03-10T12:00:00Z')
const HOUR_MS = 3_600_000

const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)
const facts = (some: Partial<UsageFacts> = {}): UsageFacts => ({
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
  const fresh = listedPlans(answers).map((plan) => usageSentence(toUsageFacts(plan, ago(0.2)), NOW))
  const yesterday = usageSentence(facts({ readAt: ago(24) }), NOW)

  const sentences = [...fresh, yesterday]

  expect(sentences).toEqual(['number', 'text', 'empty', 'missing', 'old'])
  expect(new Set(sentences.map((name) => en.sentence[name])).size).toBe(5)
})

test('what is not an amount is neither a figure nor 0', () => {
  const [plan] = listedPlans([{ ...BEGUN, usedMb: 'a lot' }])
  if (!plan) throw new Error('no plan was read')

  const view = toUsageView([toUsageFacts(plan, NOW)], { askedAt: null, signal: null, now: NOW })

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

  expect(viewAt(4).nextAskAt).toEqual(new Date(NOW.getTime() + 60_000))
  expect(viewAt(5).nextAskAt).toBeNull()
})

/** Reads plans as an answer of the provider holds them. */
function listedPlans(plans: Record<string, unknown>[]): EsimPlan[] {
  return cardPlanListWire.parse(plans).map(toEsimPlan)
}
