'use client'

import { type Messages, NextIntlClientProvider, useLocale, useMessages } from 'next-intl'
import { type ReactNode, useMemo } from 'react'

/** Gives what is inside these words beside those that it has. */
export function AddMessages({ messages: labels, children }: { messages: Partial<Messages>; children: ReactNode }) {
  const above = useMessages()
  const messages = useMemo(() => ({ ...above, ...labels }), [above, labels])

  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  )
}
