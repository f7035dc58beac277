import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { directionOf, SHIPPED_LOCALES, type ShippedLocale } from '#lib/core/i18n/config.ts'
import { isolateValues } from '#lib/core/i18n/direction.ts'
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

// One thing has one word: these are the other ones. The words to use are in the table of docs/writing.md.
const OTHER_WORDS: Record<ShippedLocale, RegExp[]> = {
  en: [
    /\bthe network\b/i,
    /\bsealed\b/i,
    /\btill\b/i,
    /\bvouchers?\b/i,
    /\bsuppliers?\b/i,
    /\b(some|no)body\b/i,
    /\bday pass/i,
    /\bfindings?\b/i,
    /\bplastic\b/i,
    /\btelephones?\b/i,
    /would stand/i,
    /\be-mail/i,
    /\b(goes?|going|taken?|took|given?|went) back\b/i,
  ],
  de: [
    /\b(das|dem|des|vom|beim|im|ans|ins) Netz(es)?\b/i,
    /versiegelt/i,
    /Gutschein/,
    /\bPostens?\b/,
    /Lieferant/,
    /\bKennung/,
    /Aktenzeichen/,
    /Untergrenze/,
    /Tagesp[aä]ss/,
    /Plastik/,
    /(Probe|Test)betrieb/,
    /Befund/,
    /vorgemerkt/i,
    /Eigentümer/,
    /zurücknehm|zurückgenommen/i,
    /\bAufruf/,
    /\bArbeiter/,
    /\bZust[aä]nd/,
    /(?<!E-)\bMails?\b/,
  ],
  ar: [/لشبكة (لم|لا|رفضت|ترفض|تقول)/, /مختوم/, /قسيمة/, /المور[ّ]?د(?!ي)/, /تعبئة/, /الصندوق/, /بلاستيك/, /استدعاء/],
  es: [
    /\b[Ww]ifi\b/,
    /\beSIMs\b/,
    /\b(el|un|del|al|los) eSIM\b/i,
    /\b(e-?mail|mail)\b/i,
    /\b(sellad|precintad)[oa]s?\b/i,
    /\bla red\b(?! móvil)/i,
    /\b(cupón|cupones|voucher)\b/i,
    /\bretenid[oa]s?\b/i,
    /\b(usted|ustedes|vosotros|vuestr[oa]s?)\b/i,
    /\b(retracto|revocación)\b/i,
    /\b(checkout|top-?up|hotspot|day ?pass|pase diario)\b/i,
  ],
  fr: [
    /\bplans?\b/i,
    /\btarifs?\b/i,
    /scellé|révélée?s?\b/i,
    /données d’activation|numéro de carte(?! (SIM|bancaire))/i,
    /\b(provider|voucher|checkout|hotspot|login|online)\b/i,
    /bon d’achat|coupon/i,
    /droit de retrait|révocation/i,
    /\bcourriel/i,
    /\bcaisse\b/i,
    /fournisseur de paiement/i,
  ],
  it: [
    /\bvoucher|coupon|buono sconto/i,
    /\bprovider\b/i,
    /\btop-?up\b|rabbocco/i,
    /\bcheckout\b/i,
    /QR code/i,
    /e-mail|\bmail\b/i,
    /sigillat|rilasciat|trattenut/i,
    /\b(un|una|lo|la|della|dello) eSIM/,
    /cancella(re|to|ta)\b/i,
  ],
  pt: [
    /\b(telemóve(l|is)|ecrã|ficheiro|utilizador(es)?|definições|registar|contactar)\b/i,
    /\b([aà]|uma|da|na|sua|minha|esta|nova)s? eSIMs?\b/i,
    /\b(voucher|cupo(m|ns)|estorn\w*)\b/i,
    /\bprovedor(?! de pagamentos)/i,
    /\b(lacrad|selad|revelad)[oa]s?\b/i,
    /\b(retratação|rescisão|direito de (desistência|retirada|cancelamento))\b/i,
    /\b(passe diário|day ?pass|plano fixo)\b/i,
    /\bQR code\b/i,
    /\b(checkout|login|passkey|sandbox)\b/i,
    /\d\s%/,
  ],
  ja: [
    /あなた|私たち|我々|弊社/,
    /トップアップ|バウチャー|クーポン/,
    /封印|開封/,
    /(?<!eSIM)プロバイダー/,
    /ホットスポット|レイオーバー/,
    /目的地|払い戻し|払戻/,
    /までにインストール/,
    /デイパス|固定データ|日次/,
  ],
  zh: [
    /[你妳]/,
    /(?<!银行)卡号/,
    /QR ?码|条形码/,
    /(?<!eSIM )供应商|提供商|上游/,
    /密封|拆封|开封/,
    /撤销权|退出权|反悔权|解约权/,
    /数据(?:计划|套餐|包)|流量包|固定套餐|日票/,
    /线路|塑料|eSIM ?卡/,
    /代金券|抵用券|信用额/,
    /收银台|冻结|扣留/,
    /沙盒|沙箱|试用/,
  ],
}

// And these of a traveller alone: staff know the provider's own words.
const NOT_TO_TRAVELLERS: Partial<Record<ShippedLocale, RegExp[]>> = {
  en: [/\bby (it|them)sel(f|ves)\b/i, /\bDayPass\b/],
  de: [/DayPass/, /\bein Mensch\b/i],
  ar: [/استرجعت|تسترجع/, /DayPass/, /من تلقاء نفس/],
}

/** A text without its values and marks, whose names are no words. */
const spoken = ({ text }: Message) => text.replaceAll(/\{\w+\}|<\/?\w+>|\{\w+, (?:plural|select),/g, '')

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
      OTHER_WORDS[locale].some((word) => word.test(spoken(message))) ||
      (isForTravellers(message) && NOT_TO_TRAVELLERS[locale]?.some((word) => word.test(spoken(message)))),
  )

  expect(found.map(at)).toEqual([])
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
