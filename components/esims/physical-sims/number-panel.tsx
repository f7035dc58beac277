import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { privatePath } from '#lib/core/i18n/routing.ts'

/** The other way in, beside the brands: by the number of one eSIM. */
export async function NumberPanel({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: 'simcards.number' })

  return (
    <aside className="side side-flush">
      <Panel>
        <h2>{t('title')}</h2>
        <p>{t('body')}</p>
        <p className="actions mt-4">
          <ButtonLink tone="primary" href={privatePath(locale, '/sim-cards/check')}>
            {t('go')}
          </ButtonLink>
        </p>
      </Panel>
    </aside>
  )
}
