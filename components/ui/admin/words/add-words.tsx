'use client'

import { type Messages, NextIntlClientProvider, useLocale, useMessages } from 'next-intl'
import { type ReactNode, useMemo } from 'react'

type AddWordsProps = { words: Partial<Messages>; children: ReactNode }

/** Gives what is inside these words beside those that it has. */
export function AddWords({ words, children }: AddWordsProps) {
  const above = useMessages()
  const messages = useMemo(() => ({ ...above, ...words }), [above, words])

  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  )
}
