import { expect, test } from 'vitest'
import { formatMinor, ltrRun, type PriceFormat, waitText } from '#lib/core/i18n/formats.ts'

const dollars: PriceFormat = { tag: 'en', currency: 'USD', exponent: 2, digits: 2 }

test('minor units are written exactly, without a float in between', () => {
  expect(formatMinor(1_710, dollars)).toBe('$17.10')
  expect(formatMinor(5, dollars)).toBe('$0.05')
  expect(formatMinor(900_719_925_474_099, dollars)).toBe('$9,007,199,254,740.99')
})

test('currencies without decimals and with three keep theirs', () => {
  expect(formatMinor(1_200, { tag: 'en', currency: 'JPY', exponent: 0, digits: 0 })).toBe('¥1,200')
  expect(formatMinor(1_250, { tag: 'en', currency: 'KWD', exponent: 3, digits: 3 })).toContain('1.250')
})

test('figures with a Latin unit are isolated in right-to-left languages only', () => {
  expect(ltrRun('1 GB', 'en-GB')).toBe('1 GB')
  expect(ltrRun('1 GB', 'ar-u-nu-latn')).toBe('\u20661 GB\u2069')
})

test('a time that somebody waits is told in the unit they would use, and never as fewer hours than it took', () => {
  expect([0, 8_400, 119_000].map((ms) => waitText(ms, 'en'))).toEqual(['1 second', '8 seconds', '119 seconds'])
  expect([120_000, 190_000].map((ms) => waitText(ms, 'de'))).toEqual(['2 Minuten', '3 Minuten'])
  expect([7_200_001, 172_800_000].map((ms) => waitText(ms, 'en'))).toEqual(['3 hours', '48 hours'])
  expect(waitText(172_800_001, 'en')).toBe('3 days')
})
