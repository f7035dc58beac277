'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { Locale } from '#lib/core/i18n/config.ts'

// A file of scripts for each language: imported as they are, all of them would come in one.
const WORDS = {
  en: dynamic(() => import('./en.tsx').then((file) => file.EnglishWords)),
  de: dynamic(() => import('./de.tsx').then((file) => file.GermanWords)),
  ar: dynamic(() => import('./ar.tsx').then((file) => file.ArabicWords)),
} satisfies Record<Locale, unknown>

/** What most pages of the back office say in the browser, which keeps it: no page carries it again. */
export function Words({ locale, children }: { locale: Locale; children: ReactNode }) {
  const OwnWords = WORDS[locale]

  return <OwnWords>{children}</OwnWords>
}
