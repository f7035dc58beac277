import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { StoreDetails } from '#components/ui/layout/store-details.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { DEFAULT_LOCALE, type Locale } from '#lib/core/i18n/config.ts'

/** What a page that works in the browser alone says where scripts are off, and where one gets on without them. */
export function NeedsScripts({ says, href, link }: { says: string; href: string; link: string }) {
  return (
    <noscript>
      <Notice className="mb-5">
        {says}{' '}
        <a className="text-link" href={href}>
          {link}
        </a>
      </Notice>
    </noscript>
  )
}

/** One item at the top of every page while the owner takes no payments. */
export async function SalesNotice({ locale, store }: { locale: Locale; store: StoreDetails }) {
  const { closedTexts: texts } = store
  if (!texts) return null
  const t = await getTranslations({ locale, namespace: 'layout' })

  return <TopLine label={t('closedLabel')}>{texts[locale] ?? texts[DEFAULT_LOCALE] ?? t('closed')}</TopLine>
}

/** One item at the top of every page while nothing here is real. */
export async function TrialBanner({ locale, store }: { locale: Locale; store: StoreDetails }) {
  if (!store.isTrial) return null
  const t = await getTranslations({ locale, namespace: 'layout' })

  return <TopLine label={t('trialLabel')}>{t.rich('trial', { strong: (chunks) => <b>{chunks}</b> })}</TopLine>
}

function TopLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside className="trial" aria-label={label}>
      <p className="wrap">{children}</p>
    </aside>
  )
}
