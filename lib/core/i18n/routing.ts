import { DEFAULT_LOCALE, type Locale } from '#lib/core/i18n/config.ts'

/** Returns the address of a public page in a language: `/help` in the default one, `/de/help` in another. */
export function localePath(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path

  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/**
 * Returns the way from a public page to one about a person, whose address names no language: the way in tells it once, and
 * the page is in the language that the reader came from, whatever the browser prefers.
 */
export function privatePath(locale: Locale, path: string): string {
  return `${path}?lang=${locale}`
}

/**
 * Returns the addresses of one page in the shop's languages, in the form that `metadata.alternates.languages` takes. `path` has
 * no language; a function where it is not the same in each.
 */
export function languageAlternates(
  path: string | ((locale: Locale) => string),
  locales: readonly Locale[],
): Record<string, string> {
  const addressIn = (locale: Locale) => localePath(locale, typeof path === 'string' ? path : path(locale))

  return {
    ...Object.fromEntries(locales.map((locale) => [locale, addressIn(locale)])),
    'x-default': addressIn(DEFAULT_LOCALE),
  }
}
