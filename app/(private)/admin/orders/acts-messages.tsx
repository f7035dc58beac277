import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import { privateLocale } from '#lib/i18n/private-locale.ts'

/** Gives the acts on an order their words in the browser. */
export async function ActsMessages({ children }: { children: ReactNode }) {
  const locale = await privateLocale()
  const messages = await getMessages({ locale })
  const words = { admin: messages.admin, 'admin-acts': messages['admin-acts'] }

  return (
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={words}>
      {children}
    </NextIntlClientProvider>
  )
}
