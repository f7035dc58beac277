import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { SalesNotice } from '#components/ui/layout/sales-notice.tsx'
import { SiteFooter } from '#components/ui/layout/site-footer.tsx'
import { type Section, SiteHeader } from '#components/ui/layout/site-header.tsx'
import { SkipLink } from '#components/ui/layout/skip-link.tsx'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import { TrialBanner } from '#components/ui/layout/trial-banner.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'

type PageFrameProps = {
  locale: Locale
  store: StoreFacts
  path: string
  current?: Section
  children: ReactNode
}

/** The frame of a public page. It stands in the page and not in the layout, because the language links name the page. */
export async function PageFrame({ locale, store, path, current, children }: PageFrameProps) {
  const t = await getTranslations({ locale, namespace: 'layout' })

  return (
    <>
      <SkipLink label={t('skip')} />
      <TrialBanner locale={locale} store={store} />
      <SalesNotice locale={locale} store={store} />
      <SiteHeader locale={locale} store={store} path={path} {...(current ? { current } : {})} />
      <main id="main">{children}</main>
      <SiteFooter locale={locale} store={store} isPublic />
    </>
  )
}
