import { expect, test } from 'vitest'
import { apnOf } from '#lib/catalog/rules/plan.ts'
import { keptUntil } from '#lib/checkout/rules/quote.ts'

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
