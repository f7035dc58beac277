import { expect, test } from 'vitest'
import { daySpanText } from '#components/orders/day-text.ts'

test('a span of days is said with the spaces that every browser writes, so that a page from the server stays as it is', () => {
  const span = (locale: 'en' | 'de' | 'ar') => daySpanText('2027-03-28', '2027-04-03', locale, 'short')

  expect(span('en')).toBe('28 Mar – 3 Apr 2027')
  expect(span('de')).toBe('28. März – 3. Apr. 2027')
  for (const locale of ['en', 'de', 'ar'] as const) {
    expect(span(locale) + daySpanText('2026-12-28', '2027-01-03', locale)).not.toMatch(/[\u2009\u202f]/)
  }
})
