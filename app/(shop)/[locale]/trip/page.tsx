import '#app/styles/trip.css'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { hasPages, shopDetails } from '#app/(shop)/store.ts'
import { packRows } from '#components/catalog/board-row.ts'
import { EmptyShop } from '#components/catalog/empty-shop.tsx'
import { sheetFlag } from '#components/catalog/flag-sheet.ts'
import { priceFormat } from '#components/catalog/listed-plan.ts'
import { toCountryRow } from '#components/catalog/trip/trip-countries.ts'
import { TripFinder } from '#components/catalog/trip/trip-finder.tsx'
import { tripFinderLabels } from '#components/catalog/trip/trip-labels.ts'
import { NeedsScripts } from '#components/ui/layout/site-notices.tsx'
import { getTripIndex } from '#lib/catalog/queries/places.ts'
import { isLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type Props = { params: Promise<{ locale: string }> }

const PATH = '/trip'

export async function generateMetadata({ params }: Props) {
  return pageMetadata((await params).locale, 'trip', PATH)
}

export default async function TripPage({ params }: Props) {
  const { locale } = await params
  if (!isLocale(locale) || !(await hasPages(locale))) notFound()
  setRequestLocale(locale)
  const t = await getTranslations({ locale, namespace: 'trip' })
  const { countries, groups } = await getTripIndex(locale)

  return (
    <main id="main">
      <div className="wrap">
        <div className="page-head">
          <h1>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
        </div>
        <NeedsScripts says={t('scripts')} href={localePath(locale, '/destinations')} link={t('scriptsLink')} />
        {countries.length === 0 ? (
          <EmptyShop locale={locale} />
        ) : (
          <TripFinder
            packed={packRows(countries.map((country) => toCountryRow(country, sheetFlag(country.iso2))))}
            groups={groups}
            labels={await tripFinderLabels(locale, priceFormat(await shopDetails(), locale))}
          />
        )}
      </div>
    </main>
  )
}
