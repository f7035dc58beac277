import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import { privateLocale } from '#lib/auth/private-locale.ts'

/** What parts of buyers' pages say in the browser. Whatever is not listed stays on the server. */
const CLIENT_NAMESPACES = [
  'cart',
  'checkout',
  'cancel',
  'voucher',
  'order',
  'card',
  'usage',
  'topup',
  'simcards',
  'find',
  'share',
  'withdraw',
  'contact',
] as const

/** Gives parts of buyers' pages their words in the browser, and no page of staff any of them. */
export async function BuyerMessages({ children }: { children: ReactNode }) {
  const locale = await privateLocale()
  const messages = await getMessages({ locale })

  return (
    <NextIntlClientProvider
      locale={locale}
      timeZone="UTC"
      messages={Object.fromEntries(CLIENT_NAMESPACES.map((name) => [name, messages[name]]))}
    >
      {children}
    </NextIntlClientProvider>
  )
}
