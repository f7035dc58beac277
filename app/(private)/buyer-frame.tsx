import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { shopDetails } from '#app/(shop)/store.ts'
import { CloseMenus } from '#components/ui/layout/close-menus.tsx'
import { PrivateLanguageLinks } from '#components/ui/layout/private-language-links.tsx'
import { SiteFooter } from '#components/ui/layout/site-footer.tsx'
import { SiteHeader, SkipLink } from '#components/ui/layout/site-header.tsx'
import { SalesNotice, TrialBanner } from '#components/ui/layout/site-notices.tsx'
import { currentCustomer } from '#lib/auth/customer-session.ts'
import { hasGuides } from '#lib/content/queries/guides.ts'
import type { Locale } from '#lib/core/i18n/config.ts'

/** The frame of a buyer's page. Its language links stay on the page: the address says nothing about language. */
export async function BuyerFrame({ locale, children }: { locale: Locale; children: ReactNode }) {
  const t = await getTranslations({ locale, namespace: 'layout' })
  const store = await shopDetails()

  return (
    <>
      <SkipLink label={t('skip')} />
      <TrialBanner locale={locale} store={store} />
      <SalesNotice locale={locale} store={store} />
      <SiteHeader
        locale={locale}
        store={store}
        PrivateLinks={PrivateLanguageLinks}
        isSignedIn={(await currentCustomer()) !== null}
      />
      <CloseMenus />
      <main id="main">{children}</main>
      <SiteFooter locale={locale} store={store} hasGuides={await hasGuides(locale)} />
    </>
  )
}
