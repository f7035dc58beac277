import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { directionOf, SHIPPED_LOCALES, type ShippedLocale } from '#lib/core/i18n/config.ts'
import { isolateValues } from '#lib/core/i18n/direction.ts'
import { checkGlossary, NOT_TO_TRAVELLERS, OTHER_WORDS, spokenPart } from '#lib/core/i18n/language-file.ts'
import { createWriter } from '#lib/mail/writer.ts'
import { allMessages, choicesOf, type Message } from '#tests/support/messages.ts'

const MESSAGES = await allMessages()

// What no text says, by language: each stood in one once and was wrong.
const WRONG: Partial<Record<ShippedLocale, RegExp[]>> = {
  en: [/card number/i, /last (four )?digits of the card/i, /five steps/i, /Cellular Data/i],
  de: [/Kartennummer/i, /(einrichten|installieren) bis/i, /fünf Schritte/i, /Wechsel der mobilen Daten/],
  ar: [
    /(رقم|أرقام) البطاق/,
    /نسحب|انسحاب/,
    /نسأل الشبكة عنك/,
    /خمس خطوات/,
    /تبديل بيانات الجوال/,
    /→/,
    /طلبات اليوم$/,
    /السكربتات|البرمجيات النصية|البرامج النصية/,
    /\d ?٪|\d %/,
  ],
}

const isForTravellers = ({ namespace }: Message) => !/^(admin|alarms)/.test(namespace)

function at({ locale, namespace, key, text }: Message): string {
  return `${locale}/${namespace}:${key} ${text}`
}

test.each(SHIPPED_LOCALES)('no text in %s states what is wrong', (locale) => {
  const found = MESSAGES.filter(
    (message) => message.locale === locale && WRONG[locale]?.some((wrong) => wrong.test(message.text)),
  )

  expect(found.map(at)).toEqual([])
})

test.each(SHIPPED_LOCALES)('every text in %s uses the one word for each thing', (locale) => {
  const found = MESSAGES.filter((message) => message.locale === locale).filter(
    (message) =>
      OTHER_WORDS[locale].some((word) => word.test(spokenPart(message.text))) ||
      (isForTravellers(message) && NOT_TO_TRAVELLERS[locale]?.some((word) => word.test(spokenPart(message.text)))),
  )

  expect(found.map(at)).toEqual([])
})

test('a text with another word, or without a name that every language keeps, is found and says which', () => {
  expect(checkGlossary('es', 'Discount code', 'Cupón {voucher}')).toEqual({ kind: 'word', details: ['Cupón'] })
  expect(checkGlossary('de', 'Discount code', 'Rabattcode <voucher>jetzt</voucher>')).toBeNull()
  expect(checkGlossary('ko', 'Your eSIM has an ICCID', '심 카드')).toEqual({ kind: 'name', details: ['eSIM', 'ICCID'] })
  expect(checkGlossary('ko', 'Your eSIMs', '내 eSIM')).toBeNull()
})

test.each(SHIPPED_LOCALES)('every plural in %s has all categories of the language', (locale) => {
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const lacking = MESSAGES.filter((message) => message.locale === locale).filter(({ text }) =>
    choicesOf(text).some(
      ({ kind, branches }) => kind === 'plural' && categories.some((category) => branches[category] === undefined),
    ),
  )

  expect(lacking.map(at)).toEqual([])
})

test('a value keeps its own direction in every text that is written from the right', () => {
  const rightToLeft = MESSAGES.filter(({ locale }) => directionOf(locale) === 'rtl')
  // A branch that is one Latin word would be taken for a value.
  const branches = rightToLeft.filter(({ text }) =>
    choicesOf(text).some(({ branches }) => Object.values(branches).some((branch) => /^\w+$/.test(branch))),
  )
  const bare = rightToLeft.filter(({ locale, text }) =>
    /(?<!\u2068)\{\w+\}(?!\u2069)/.test(String(isolateValues(locale, { text }).text)),
  )

  expect(branches.map(at)).toEqual([])
  expect(bare.map(at)).toEqual([])
})

test('a text with an isolated value is read by the formatter, and one from the left is left alone', () => {
  const text = '{count, plural, zero {#} one {باقة {name}} two {#} few {#} many {#} other {# باقات}} في {place}'
  const t = createTranslator({ locale: 'ar', messages: isolateValues('ar', { text }) })

  expect(t('text', { count: 1, name: 'Japan 5 GB', place: 'Tokyo' })).toBe(
    'باقة \u2068Japan 5 GB\u2069 في \u2068Tokyo\u2069',
  )
  expect(isolateValues('de', { text: 'In {place}' }).text).toBe('In {place}')
})

test('a text of values alone keeps its order inside another one, in a language from the right', () => {
  const { plan } = isolateValues('ar', { plan: '{amount}، {days}' })

  // Isolated values count as nothing when the direction around them is guessed: without a mark it is from the left.
  expect(plan).toBe('\u200f\u2068{amount}\u2069، \u2068{days}\u2069')
  expect(isolateValues('ar', { word: 'في {place}، {day}' }).word).not.toContain('\u200f')
  expect(isolateValues('de', { plan: '{amount}, {days}' }).plan).toBe('{amount}, {days}')
})

test('mails keep values in their own direction', () => {
  const { t } = createWriter('ar', 'UTC')

  expect(t('orderPaid.subject', { reference: 'LF-1' })).toContain('\u2068LF-1\u2069')
})

test('mails in an added language from the right say in English what it lacks', () => {
  const own = { 'mail.orderPaid.subject': 'آرڈر {reference}' }
  const { t } = createWriter('ur', 'UTC', own)

  expect(t('topUpReady.subject', { esim: 'profile', last4: '0011' })).toContain('eSIM')
  expect(t('orderPaid.subject', { reference: 'LF-1' })).toBe('آرڈر \u2068LF-1\u2069')
})

test.each([
  ['{n, plural, one {eSIM} other {{n} eSIM}}', '{n, plural, one {eSIM} other {\u2068{n}\u2069 eSIM}}'],
  ["{kind, select, other {'{'{name}}}", "{kind, select, other {'{'\u2068{name}\u2069}}"],
])('a branch of one Latin word is no value: %s', (text, isolated) => {
  expect(isolateValues('ar', { text })).toEqual({ text: isolated })
})
