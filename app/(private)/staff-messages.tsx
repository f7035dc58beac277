import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import { privateLocale } from '#lib/i18n/private-locale.ts'

type StaffMessagesProps = { namespace: 'admin' | 'sign-in'; children: ReactNode }

/** Gives parts of staff pages their words in the browser, and no buyer's page any of them. */
export async function StaffMessages({ namespace, children }: StaffMessagesProps) {
  const locale = await privateLocale()
  const messages = await getMessages({ locale })

  return (
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={{ [namespace]: messages[namespace] }}>
      {children}
    </NextIntlClientProvider>
  )
}
