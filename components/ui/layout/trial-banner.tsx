import { getTranslations } from 'next-intl/server'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import type { Locale } from '#lib/core/i18n/config.ts'

/** One item at the top of every page while nothing here is real. */
export async function TrialBanner({ locale, store }: { locale: Locale; store: StoreFacts }) {
  if (!store.isTrial) return null
  const t = await getTranslations({ locale, namespace: 'layout' })

  return (
    <aside className="trial" aria-label={t('trialLabel')}>
      <p className="wrap">{t.rich('trial', { strong: (words) => <b>{words}</b> })}</p>
    </aside>
  )
}
