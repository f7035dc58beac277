import 'server-only'
import { cookies, headers } from 'next/headers'
import { setRequestLocale } from 'next-intl/server'
import { cache } from 'react'
import { isLocale, type Locale } from '#lib/core/i18n/config.ts'
import { preferredLocale } from '#lib/core/i18n/preferred-locale.ts'
import { readPreference } from '#lib/core/rules/own-cookie.ts'

/** The language of a private page: what the reader chose, else what the browser prefers, else the default one. */
export const privateLocale = cache(async (): Promise<Locale> => {
  const chosen = readPreference(await cookies(), 'lang') ?? ''
  const locale = isLocale(chosen) ? chosen : preferredLocale((await headers()).get('accept-language') ?? '')
  // A private address names no language: without this, parts that read it from the address would fall back.
  setRequestLocale(locale)

  return locale
})
