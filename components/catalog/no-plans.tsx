import { getTranslations } from 'next-intl/server'
import { RegionRows } from '#components/catalog/region-rows.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import type { Destination } from '#lib/settings/rules/shop.ts'

/** A destination without a plan says so, and shows what covers it instead. */
export async function NoPlans({ locale, destination }: { locale: Locale; destination: Destination }) {
  const t = await getTranslations({ locale, namespace: 'shop.destination' })
  const { name, alsoCoveredBy } = destination

  return (
    <div className="stack">
      <Notice tone="wait">
        <b className="block">{t('noneTitle')}</b>
        {t('noneText', { name })}
      </Notice>
      {alsoCoveredBy.length > 0 ? (
        <>
          <p>{t('noneRegions', { name })}</p>
          <RegionRows locale={locale} offers={alsoCoveredBy} />
        </>
      ) : null}
    </div>
  )
}
