import { expect, test } from 'vitest'
import { AREAS } from '#components/ui/admin/areas.tsx'
import { MONTH_OPEN_KINDS } from '#lib/finance/rules/month-close.ts'
import { OWN_LOSSES } from '#lib/finance/rules/provider-ledger.ts'
import { DISCREPANCY_KINDS } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import { CREDIT_STATES } from '#lib/refunds/rules/refund-ledger.ts'
import ar from '#messages/ar/admin.json' with { type: 'json' }
import arCustomers from '#messages/ar/admin-customers.json' with { type: 'json' }
import arFinance from '#messages/ar/admin-finance.json' with { type: 'json' }
import de from '#messages/de/admin.json' with { type: 'json' }
import deCustomers from '#messages/de/admin-customers.json' with { type: 'json' }
import deFinance from '#messages/de/admin-finance.json' with { type: 'json' }
import en from '#messages/en/admin.json' with { type: 'json' }
import enCustomers from '#messages/en/admin-customers.json' with { type: 'json' }
import enFinance from '#messages/en/admin-finance.json' with { type: 'json' }

const LANGUAGES = [
  { language: 'de', customers: deCustomers, finance: deFinance },
  { language: 'ar', customers: arCustomers, finance: arFinance },
]

test.each(LANGUAGES)('$language has the sentences of English about customers and money, and no more', (messages) => {
  expect(pathsOf(messages.customers)).toEqual(pathsOf(enCustomers))
  expect(pathsOf(messages.finance)).toEqual(pathsOf(enFinance))
})

test.each([en, de, ar])('every area has a name', ({ area }) => {
  const names: Record<string, string> = area

  expect(AREAS.filter(({ name }) => !names[name])).toEqual([])
})

test('every stored word about months and refunds has its sentence', () => {
  const open: Record<string, string> = enFinance.months.open
  const credits: Record<string, string> = enFinance.refunds.creditState

  expect(MONTH_OPEN_KINDS.filter((kind) => !open[kind])).toEqual([])
  expect(CREDIT_STATES.filter((state) => !credits[state])).toEqual([])
})

test('every kind of loss has its sentence: its own, or that of the difference that it comes from', () => {
  const own: Record<string, string> = enFinance.losses.kind
  const differences: Record<string, string> = en.discrepancy

  expect(OWN_LOSSES.filter((kind) => !own[kind])).toEqual([])
  expect(DISCREPANCY_KINDS.filter((kind) => !differences[kind])).toEqual([])
})

function pathsOf(messages: unknown, path = ''): string[] {
  if (typeof messages !== 'object' || messages === null) return [path]

  return Object.entries(messages)
    .flatMap(([key, below]) => pathsOf(below, `${path}.${key}`))
    .sort()
}
