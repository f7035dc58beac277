import 'server-only'
import { cookies, headers } from 'next/headers'
import { setRequestLocale } from 'next-intl/server'
import { cache } from 'react'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#lib/i18n/config.ts'

/** The language of a private page: what the reader chose, else what the browser prefers, else the default one. */
export const privateLocale = cache(async (): Promise<Locale> => {
  const chosen = (await cookies()).get('lang')?.value ?? ''
  const locale = isLocale(chosen) ? chosen : preferredLocale((await headers()).get('accept-language') ?? '')
  // A private address names no language: without this, parts that read it from the address would fall back.
  setRequestLocale(locale)

  return locale
})

/** Returns the first of our languages that an `Accept-Language` header asks for, in its order of preference. */
export function preferredLocale(header: string): Locale {
  const wishes = header
    .split(',')
    .map((wish) => {
      const [tag = '', ...rest] = wish.trim().split(';')
      const weight = /^\s*q=(0(?:\.\d{1,3})?|1(?:\.0{1,3})?)\s*$/.exec(rest.join(';'))?.[1]

      return { language: tag.toLowerCase().split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter((wish) => wish.weight > 0)
    .sort((a, b) => b.weight - a.weight)

  return wishes.map((wish) => wish.language).find(isLocale) ?? DEFAULT_LOCALE
}
