import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { privatePath } from '#lib/core/i18n/routing.ts'

/** What a shop says before the first reading of the catalogue. */
export async function EmptyShop({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: 'shop.home' })

  return (
    <Panel className="stack">
      <h2>{t('emptyTitle')}</h2>
      <p className="soft">{t('emptyText')}</p>
      <p>
        <ButtonLink size="small" href={privatePath(locale, '/sign-in')}>
          {t('emptyStaff')}
        </ButtonLink>
      </p>
    </Panel>
  )
}
