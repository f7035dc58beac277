import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import { privateLocale } from '#lib/i18n/private-locale.ts'

type Area =
  | 'admin'
  | 'admin-acts'
  | 'admin-hands'
  | 'admin-desk'
  | 'admin-messages'
  | 'admin-staff'
  | 'admin-finance'
  | 'admin-customers'
  | 'admin-pricing'
  | 'admin-promotions'
  | 'admin-reconciliation'
  | 'admin-catalogue'
  | 'admin-settings'
  | 'sign-in'
type StaffMessagesProps = { namespace: Area | Area[]; children: ReactNode }

/** Gives parts of staff pages their words in the browser, and no buyer's page any of them. */
export async function StaffMessages({ namespace, children }: StaffMessagesProps) {
  const locale = await privateLocale()
  const messages = await getMessages({ locale })
  const wanted = [namespace].flat().map((name) => [name, messages[name]])
  // Every form says why it waits while there is no connection.
  const shared = { order: { lost: messages.order.lost } }

  return (
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={{ ...Object.fromEntries(wanted), ...shared }}>
      {children}
    </NextIntlClientProvider>
  )
}
