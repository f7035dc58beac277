import '#app/styles/shop.css'
import type { Metadata, Viewport } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { shopDetails, storeDetails } from '#app/(shop)/store.ts'
import { SiteFooter } from '#components/ui/layout/site-footer.tsx'
import { SiteHeader, SkipLink } from '#components/ui/layout/site-header.tsx'
import { SalesNotice, TrialBanner } from '#components/ui/layout/site-notices.tsx'
import { SoftLinks } from '#components/ui/layout/soft-links.tsx'
import { BrandSheet } from '#components/ui/layout/store-details.tsx'
import { hasGuides } from '#lib/content/queries/guides.ts'
import { env } from '#lib/core/env.ts'
import { directionOf, toLocale } from '#lib/core/i18n/config.ts'
import { picturePath } from '#lib/settings/rules/brand.ts'

type Props = { params: Promise<{ locale: string }> }

// Empty on purpose: the build needs no database; a page is rendered at its first visit and kept.
export function generateStaticParams() {
  return []
}

// Light or dark is said by the sheet, which is in the document: as an element of the head it would come anew with each
// page, and each time have everything styled again.
export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fcfaf6' },
    { media: '(prefers-color-scheme: dark)', color: '#0a111a' },
  ],
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name, icon, languages } = await storeDetails()
  const isShown = languages.includes(toLocale((await params).locale))

  return {
    metadataBase: new URL(env.PUBLIC_URL),
    title: { default: name, template: `%s | ${name}` },
    manifest: '/manifest.webmanifest',
    icons: icon
      ? { icon: [{ url: picturePath(icon), type: 'image/png' }], apple: picturePath(icon) }
      : { icon: [{ url: '/icons/mark.svg', type: 'image/svg+xml' }], apple: '/icons/apple-touch.png' },
    ...(isShown ? {} : { robots: { index: false } }),
  }
}

/** Header and footer stand here and not in the pages: they stay in the document when somebody goes from page to page. */
export default async function ShopLayout({ params, children }: Props & { children: ReactNode }) {
  const locale = toLocale((await params).locale)
  setRequestLocale(locale)
  const store = await shopDetails()
  const t = await getTranslations({ locale, namespace: 'layout' })
  const failed = await getTranslations({ locale, namespace: 'errors.failed' })
  // What `error.tsx` says, for which no server has to answer.
  const failure = [failed('title'), failed('text'), failed('reference'), failed('again')].join('\n')

  return (
    <html lang={locale} dir={directionOf(locale)} data-failed={failure}>
      <BrandSheet accent={store.accent} />
      <body>
        <SkipLink label={t('skip')} />
        <TrialBanner locale={locale} store={store} />
        <SalesNotice locale={locale} store={store} />
        <SiteHeader locale={locale} store={store} />
        {children}
        <SiteFooter locale={locale} store={store} hasGuides={await hasGuides(locale)} isPublic />
        <SoftLinks />
      </body>
    </html>
  )
}
