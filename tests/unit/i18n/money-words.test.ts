import { expect, test } from 'vitest'
import { AREAS } from '#components/admin/areas.ts'
import { BREAK_KINDS } from '#lib/domain/break-kinds.ts'
import { OWN_LOSSES } from '#lib/domain/loss-ledger.ts'
import { MONTH_OPEN_KINDS } from '#lib/domain/month-close.ts'
import { CREDIT_STATES } from '#lib/domain/refund-ledger.ts'
import ar from '#lib/i18n/messages/ar/admin.json' with { type: 'json' }
import arCustomers from '#lib/i18n/messages/ar/admin-customers.json' with { type: 'json' }
import arFinance from '#lib/i18n/messages/ar/admin-finance.json' with { type: 'json' }
import de from '#lib/i18n/messages/de/admin.json' with { type: 'json' }
import deCustomers from '#lib/i18n/messages/de/admin-customers.json' with { type: 'json' }
import deFinance from '#lib/i18n/messages/de/admin-finance.json' with { type: 'json' }
import en from '#lib/i18n/messages/en/admin.json' with { type: 'json' }
import enCustomers from '#lib/i18n/messages/en/admin-customers.json' with { type: 'json' }
import enFinance from '#lib/i18n/messages/en/admin-finance.json' with { type: 'json' }

const LANGUAGES = [
  { language: 'de', customers: deCustomers, finance: deFinance },
  { language: 'ar', customers: arCustomers, finance: arFinance },
]

test.each(LANGUAGES)('$language has the sentences of English about customers and money, and no more', (messages) => {
  expect(pathsOf(messages.customers)).toEqual(pathsOf(enCustomers))
  expect(pathsOf(messages.finance)).toEqual(pathsOf(enFinance))
})

test.each([en, de, ar])('every area has a name, and one in the list of keys', ({ area, keys }) => {
  const names: Record<string, string> = area
  const inKeys: Record<string, string> = keys

  expect(AREAS.filter(({ name }) => !names[name] || !inKeys[name])).toEqual([])
})

test('every stored word about months and refunds has its sentence', () => {
  const open: Record<string, string> = enFinance.months.open
  const credits: Record<string, string> = enFinance.refunds.creditState

  expect(MONTH_OPEN_KINDS.filter((kind) => !open[kind])).toEqual([])
  expect(CREDIT_STATES.filter((state) => !credits[state])).toEqual([])
})

test('every kind of loss has its sentence: its own, or that of the difference that it comes from', () => {
  const own: Record<string, string> = enFinance.losses.kind
  const differences: Record<string, string> = en.finding

  expect(OWN_LOSSES.filter((kind) => !own[kind])).toEqual([])
  expect(BREAK_KINDS.filter((kind) => !differences[kind])).toEqual([])
})

function pathsOf(messages: unknown, path = ''): string[] {
  if (typeof messages !== 'object' || messages === null) return [path]

  return Object.entries(messages)
    .flatMap(([key, below]) => pathsOf(below, `${path}.${key}`))
    .sort()
}
