import 'server-only'
import { getTranslations } from 'next-intl/server'
import type { Locale } from '#lib/core/i18n/config.ts'

/** The sentences of a calendar file in a language. */
export function calendarLabels(locale: Locale) {
  return getTranslations({ locale, namespace: 'card.calendar' })
}
