import { RIGHT_TO_LEFT } from '#lib/core/rules/right-to-left.ts'

/** The languages that come with the shop, the default one first; their messages are files. A store adds others by texts. */
export const SHIPPED_LOCALES = ['en', 'de', 'ar', 'es', 'fr', 'it', 'pt', 'ja', 'zh'] as const
export type ShippedLocale = (typeof SHIPPED_LOCALES)[number]

/** A language by its two letters. Whether the shop has it, `shownLocales` says. */
export type Locale = ShippedLocale | (string & Record<never, never>)

/** The languages of the back office. */
export const STAFF_LOCALES = ['en', 'de', 'ar'] as const satisfies readonly ShippedLocale[]
export type StaffLocale = (typeof STAFF_LOCALES)[number]

/** The language whose addresses carry no prefix. */
export const DEFAULT_LOCALE = 'en' satisfies StaffLocale

/** The shape of a language. */
export const LOCALE_SHAPE = /^[a-z]{2}$/

/** Returns what a language calls itself. */
export function localeName(locale: Locale): string {
  // The runtime would name all of Chinese.
  if (locale === 'zh') return '简体中文'
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale

  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** The message files of every language: the shop, its help and its mails. A name stands here before its file is read. */
export const SHOP_NAMESPACES = [
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
  'guides',
  'find',
  'withdraw',
  'status',
  'contact',
  'account',
  'sign-in',
  'mail',
] as const

/** Those of a language of the back office. */
export const STAFF_NAMESPACES = [
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
  'admin-guides',
  'alarms',
] as const

/** Returns the names of the message files that a language has. */
export function namespacesOf(locale: Locale) {
  return locale === toStaffLocale(locale) ? [...SHOP_NAMESPACES, ...STAFF_NAMESPACES] : SHOP_NAMESPACES
}

/** Tells whether a text may name a language. */
export function isLocale(text: string): text is Locale {
  return LOCALE_SHAPE.test(text)
}

/** Tells whether a language came with the shop. */
export function isShipped(locale: Locale): locale is ShippedLocale {
  return (SHIPPED_LOCALES as readonly string[]).includes(locale)
}

/** Returns the languages that a shop shows. It begins with those of its back office: each further one needs legal texts first. */
export function shownLocales(stored: readonly string[] | null): readonly Locale[] {
  return stored ?? STAFF_LOCALES
}

/** Returns the language in which staff read what the shop says in another one. */
export function toStaffLocale(locale: Locale): StaffLocale {
  return STAFF_LOCALES.find((one) => one === locale) ?? DEFAULT_LOCALE
}

/** Returns the direction of writing for a language. */
export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr'
}

/** Returns the language for a text, the default one when it is none. */
export function toLocale(text: string): Locale {
  return isLocale(text) ? text : DEFAULT_LOCALE
}
