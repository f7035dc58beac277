/** The languages of the shop, the default one first. A language is complete when its folder of messages is. */
export const LOCALES = ['en', 'de', 'ar'] as const
export type Locale = (typeof LOCALES)[number]

/** The language whose addresses carry no prefix. */
export const DEFAULT_LOCALE: Locale = 'en'

/** What each language calls itself. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', de: 'Deutsch', ar: 'العربية' }

/** The message files of a language. A name stands here before its file is read. */
export const NAMESPACES = [
  'shop',
  'plan',
  'cancel',
  'trip',
  'compare',
  'layout',
  'errors',
  'help',
  'legal',
  'cart',
  'checkout',
  'voucher',
  'order',
  'transfer',
  'card',
  'share',
  'usage',
  'topup',
  'simcards',
  'find',
  'withdraw',
  'status',
  'contact',
  'account',
  'action',
  'admin',
  'admin-acts',
  'admin-bulk',
  'admin-desk',
  'admin-messages',
  'admin-pricing',
  'admin-promotions',
  'admin-reconciliation',
  'admin-catalogue',
  'admin-staff',
  'admin-finance',
  'admin-settings',
  'admin-customers',
  'sign-in',
  'mail',
  'alarms',
] as const

/** Tells whether a text names one of our languages. */
export function isLocale(text: string): text is Locale {
  return (LOCALES as readonly string[]).includes(text)
}

/** Returns the language for a text, the default one when it names none of ours. */
export function toLocale(text: string): Locale {
  return isLocale(text) ? text : DEFAULT_LOCALE
}
