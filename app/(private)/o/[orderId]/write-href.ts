import type { Locale } from '#lib/i18n/config.ts'
import { localePath } from '#lib/i18n/routing.ts'

/** Where to write about an order: a mail with its number, or the help pages while the operator gave no address. */
export function writeHref(supportEmail: string | null, subject: string, locale: Locale): string {
  if (supportEmail === null) return localePath(locale, '/help')

  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`
}
