import { getTranslations } from 'next-intl/server'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/core/i18n/config.ts'

/** One item at the top of every page while the owner takes no payments. */
export async function SalesNotice({ locale, store }: { locale: Locale; store: StoreFacts }) {
  const { closedWords: words } = store
  if (!words) return null
  const t = await getTranslations({ locale, namespace: 'layout' })

  return (
    <aside className="trial" aria-label={t('closedLabel')}>
      <p className="wrap">{words[locale] ?? words[DEFAULT_LOCALE] ?? t('closed')}</p>
    </aside>
  )
}
