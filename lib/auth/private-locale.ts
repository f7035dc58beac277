import 'server-only'
import { cookies, headers } from 'next/headers'
import { setRequestLocale } from 'next-intl/server'
import { cache } from 'react'
import { type Locale, STAFF_LOCALES, shownLocales } from '#lib/core/i18n/config.ts'
import { preferredLocale } from '#lib/core/i18n/preferred-locale.ts'
import { readPreference } from '#lib/core/rules/own-cookie.ts'
import { readShopSettings } from '#lib/settings/repository/settings.ts'

/**
 * The language of a private page: what the reader chose, else what the browser prefers, else the default one. A buyer has
 * the languages that the shop shows, staff those of the back office.
 */
export const privateLocale = cache(async (): Promise<Locale> => {
  const asked = await headers()
  const isStaffArea = asked.get('x-area') === 'staff'
  const offered = isStaffArea ? STAFF_LOCALES : shownLocales((await readShopSettings()).languages)
  const chosen = readPreference(await cookies(), 'lang')
  const locale = offered.find((one) => one === chosen) ?? preferredLocale(asked.get('accept-language') ?? '', offered)
  // A private address names no language: without this, parts that read it from the address would fall back.
  setRequestLocale(locale)

  return locale
})
