import { DEFAULT_LOCALE, isLocale, type Locale } from '#lib/core/i18n/config.ts'

/** Returns the first of our languages that an `Accept-Language` header asks for, in its order of preference. */
export function preferredLocale(header: string): Locale {
  const preferences = header
    .split(',')
    .map((preference) => {
      const [tag = '', ...rest] = preference.trim().split(';')
      const weight = /^\s*q=(0(?:\.\d{1,3})?|1(?:\.0{1,3})?)\s*$/.exec(rest.join(';'))?.[1]

      return { language: tag.toLowerCase().split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter((preference) => preference.weight > 0)
    .sort((a, b) => b.weight - a.weight)

  return preferences.map((preference) => preference.language).find(isLocale) ?? DEFAULT_LOCALE
}
