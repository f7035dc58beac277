import { expect, test } from 'vitest'
import { fillText, pluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

const english = (_key: string, { count, n }: { count: number; n: string }) => (count === 1 ? `${n} day` : `${n} days`)

test('all forms of a language travel as data and choose by number', () => {
  const forms = pluralForms(english, 'days', 'en-GB')

  expect(forms).toEqual({ one: '{n} day', other: '{n} days' })
  expect(pluralText(forms, 1, 'en-GB')).toBe('1 day')
  expect(pluralText(forms, 1_200, 'en-GB')).toBe('1,200 days')
})

test('Arabic gets its six forms, each from a number of that category', () => {
  const tag = 'ar-u-nu-latn'
  const rules = new Intl.PluralRules(tag)
  const forms = pluralForms((_key, { count }) => rules.select(count), 'days', tag)

  for (const [category, form] of Object.entries(forms)) expect(form).toBe(category)
  expect(Object.keys(forms)).toHaveLength(6)
})

test('a name without a value stays visible', () => {
  expect(fillText('{a} and {b}', { a: 'x' })).toBe('x and {b}')
})
