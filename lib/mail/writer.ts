import { createTranslator } from 'use-intl/core'
import { mergeMessages, type OwnTexts, treeOf } from '#lib/core/i18n/compose-messages.ts'
import {
  DEFAULT_LOCALE,
  directionOf,
  isShipped,
  type Locale,
  type ShippedLocale,
  type StaffLocale,
  toStaffLocale,
} from '#lib/core/i18n/config.ts'
import { isolateValues } from '#lib/core/i18n/direction.ts'
import { amountText, intlTag, moneyTag } from '#lib/core/i18n/formats.ts'
import { formatMoney, type Money } from '#lib/core/rules/money.ts'
import arAlarms from '#messages/ar/alarms.json' with { type: 'json' }
import ar from '#messages/ar/mail.json' with { type: 'json' }
import deAlarms from '#messages/de/alarms.json' with { type: 'json' }
import de from '#messages/de/mail.json' with { type: 'json' }
import enAlarms from '#messages/en/alarms.json' with { type: 'json' }
import en from '#messages/en/mail.json' with { type: 'json' }
import es from '#messages/es/mail.json' with { type: 'json' }
import fr from '#messages/fr/mail.json' with { type: 'json' }
import it from '#messages/it/mail.json' with { type: 'json' }
import ja from '#messages/ja/mail.json' with { type: 'json' }
import pt from '#messages/pt/mail.json' with { type: 'json' }
import zh from '#messages/zh/mail.json' with { type: 'json' }

type MailMessages = typeof en & { alarms: typeof enAlarms }

// Staff alone get alarms, in a language of the back office.
const ALARMS: Record<StaffLocale, typeof enAlarms> = { en: enAlarms, de: deAlarms, ar: arAlarms }
const MAILS: Record<ShippedLocale, typeof en> = { en, de, ar, es, fr, it, pt, ja, zh }

function messagesOf(locale: Locale, own: OwnTexts): MailMessages {
  const written = isShipped(locale) ? locale : DEFAULT_LOCALE
  const base: MailMessages = isolateValues(written, { ...MAILS[written], alarms: ALARMS[toStaffLocale(locale)] })
  const texts = treeOf(Object.fromEntries(Object.entries(own).filter(([key]) => key.startsWith('mail.')))).mail

  return typeof texts === 'object' ? mergeMessages(base, isolateValues(locale, texts)) : base
}

/** The words and formats of one language for one reader's zone. */
export type Writer = ReturnType<typeof createWriter>

/** Returns the sentences, amounts and times of a language. Times carry their zone, because mail is read elsewhere. */
export function createWriter(locale: Locale, timeZone: string, own: OwnTexts = {}) {
  const tag = intlTag(locale)
  const isolate = directionOf(locale) === 'rtl' ? isolated : (text: string) => text
  const at = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'long', timeZone })

  return {
    locale,
    t: createTranslator({ locale, messages: messagesOf(locale, own), timeZone }),
    /** A name, reference or address inside a sentence, kept in its own direction. */
    isolate,
    money: (amount: Money) => isolate(formatMoney(amount, moneyTag(locale))),
    amount: (amount: { value: number; unit: 'GB' | 'MB' }) => amountText(amount, tag),
    /** An amount of data, given in MB. */
    data: (mb: number) => dataAmount(mb, tag),
    instant: (date: Date) => isolate(withoutSeconds(at, date)),
  }
}

function dataAmount(mb: number, tag: string): string {
  if (mb < 1024) return amountText({ value: mb, unit: 'MB' }, tag, { maximumFractionDigits: 0 })

  return amountText({ value: mb / 1024, unit: 'GB' }, tag, { maximumFractionDigits: 1 })
}

function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

// `timeStyle: 'long'` is the shortest style with a zone, and it brings seconds that nobody asked for.
function withoutSeconds(format: Intl.DateTimeFormat, date: Date): string {
  const parts = format.formatToParts(date)
  const seconds = parts.findIndex((part) => part.type === 'second')

  return parts
    .filter((_part, index) => index !== seconds && index !== seconds - 1)
    .map((part) => part.value)
    .join('')
}
