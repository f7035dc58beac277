import type { Locale } from '#lib/core/i18n/config.ts'

/** Returns the direction of writing for a language. */
export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}
