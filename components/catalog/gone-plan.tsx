import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '#components/ui/button.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type GonePlanProps = { locale: Locale; destination: { slug: string; name: string } }

/** Where an old link to a plan leads: to the plans of the same place. */
export async function GonePlan({ locale, destination }: GonePlanProps) {
  const t = await getTranslations({ locale, namespace: 'plan.gone' })

  return (
    <div className="narrow stack py-16">
      <h1 className="text-(length:--s5)">{t('title')}</h1>
      <p className="soft">{t('text')}</p>
      <p>
        <ButtonLink tone="primary" href={localePath(locale, `/destinations/${destination.slug}`)}>
          {t('action', { name: destination.name })}
        </ButtonLink>
      </p>
    </div>
  )
}
