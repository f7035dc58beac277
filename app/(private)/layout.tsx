import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { NextIntlClientProvider } from 'next-intl'
import { storeDetails } from '#app/(shop)/store.ts'
import { ZoneProvider } from '#components/orders/local-time.tsx'
import { EarlyInput, EarlyReplay } from '#components/ui/layout/early-input.tsx'
import { BrandSheet } from '#components/ui/layout/store-details.tsx'
import { currentCustomer } from '#lib/auth/customer-session.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { QueryProvider } from '#lib/core/client/query-provider.tsx'
import { directionOf } from '#lib/core/i18n/config.ts'
import { readPreference } from '#lib/core/rules/own-cookie.ts'
import { picturePath } from '#lib/settings/rules/brand.ts'
import { toZone } from './to-zone.ts'
import './private.css'

export async function generateMetadata(): Promise<Metadata> {
  const { name, icon } = await storeDetails()

  return {
    title: { template: `%s | ${name}`, default: name },
    robots: { index: false, follow: false },
    ...(icon ? { icons: picturePath(icon) } : {}),
  }
}

/** The root of every page about one person: rendered per request, kept by nobody. */
export default async function PrivateLayout({ children }: LayoutProps<'/'>) {
  const locale = await privateLocale()
  const { accent } = await storeDetails()
  const nonce = (await headers()).get('x-nonce') ?? undefined
  const customer = await currentCustomer()
  const zone = toZone(readPreference(await cookies(), 'tz'))

  return (
    <html lang={locale} dir={directionOf(locale)}>
      <BrandSheet accent={accent} nonce={nonce} />
      <body>
        <EarlyInput nonce={nonce} />
        <NextIntlClientProvider locale={locale} timeZone="UTC" messages={{}}>
          <QueryProvider>
            <ZoneProvider initialZone={zone} homeZone={customer?.homeZone ?? null}>
              {children}
            </ZoneProvider>
          </QueryProvider>
        </NextIntlClientProvider>
        <EarlyReplay />
      </body>
    </html>
  )
}
