'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { type Locale, type StaffLocale, toStaffLocale } from '#lib/core/i18n/config.ts'

// A file of scripts for each language: imported as they are, all of them would come in one.
const MESSAGES = {
  en: dynamic(() => import('./en.tsx').then((file) => file.EnglishMessages)),
  de: dynamic(() => import('./de.tsx').then((file) => file.GermanMessages)),
  ar: dynamic(() => import('./ar.tsx').then((file) => file.ArabicMessages)),
} satisfies Record<StaffLocale, unknown>

/** What most pages of the back office say in the browser, which keeps it: no page carries it again. */
export function MessagesOfLanguage({ locale, children }: { locale: Locale; children: ReactNode }) {
  const LanguageMessages = MESSAGES[toStaffLocale(locale)]

  return <LanguageMessages>{children}</LanguageMessages>
}
