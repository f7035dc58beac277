import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { CheckPanel } from '#components/esims/physical-sims/check-panel.tsx'
import { Breadcrumbs } from '#components/ui/layout/site-header.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

// The first eSIM that the practice network has put into somebody's hands.
const PRACTICE_NUMBER = '8986 0110 0000 0000 000'

export const generateMetadata = () => ownTitle('simcards.check', (t) => t('title'))

/** What one physical card takes, by its number. Kept by no cache: it is about an eSIM that somebody holds. */
export default async function CheckPage() {
  const locale = await privateLocale()
  const store = await storeDetails()
  if (!store.hasPhysicalSims) notFound()
  const t = await getTranslations({ locale, namespace: 'simcards' })
  const layout = await getTranslations({ locale, namespace: 'layout' })

  return (
    <BuyerFrame locale={locale}>
      <div className="wrap">
        <Breadcrumbs
          label={layout('breadcrumbs')}
          crumbs={[
            { name: layout('nav.sim-cards'), href: localePath(locale, '/sim-cards') },
            { name: t('check.crumb') },
          ]}
        />
        <div className="order-head">
          <h1>{t('check.title')}</h1>
          <p className="soft">{t('check.lead')}</p>
        </div>
        <noscript>
          <Notice tone="wait">{t('check.noScript')}</Notice>
        </noscript>
        <CheckPanel shopHref={localePath(locale, '/destinations')} practice={store.isTrial ? PRACTICE_NUMBER : null} />
      </div>
    </BuyerFrame>
  )
}
