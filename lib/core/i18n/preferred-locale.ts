import { DEFAULT_LOCALE, type Locale } from '#lib/core/i18n/config.ts'

/** Returns the first of the offered languages that an `Accept-Language` header asks for, in its order of preference. */
export function preferredLocale(header: string, offered: readonly Locale[]): Locale {
  const preferences = header
    .split(',')
    .map((preference) => {
      const [tag = '', ...rest] = preference.trim().split(';')
      const weight = /^\s*q=(0(?:\.\d{1,3})?|1(?:\.0{1,3})?)\s*$/.exec(rest.join(';'))?.[1]

      return { language: tag.toLowerCase().split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter((preference) => preference.weight > 0)
    .sort((a, b) => b.weight - a.weight)

  const wanted = preferences.map(({ language }) => offered.find((locale) => locale === language))

  return wanted.find((locale) => locale !== undefined) ?? DEFAULT_LOCALE
}
