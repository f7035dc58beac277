import '#app/styles/trip.css'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { ShopPage, shopParams } from '#app/(shop)/shop-page.tsx'
import { shopDetails } from '#app/(shop)/store.ts'
import { packRows } from '#components/catalog/board-row.ts'
import { EmptyShop } from '#components/catalog/home-sections.tsx'
import { priceFormat } from '#components/catalog/listed-plan.ts'
import { tripFinderLabels } from '#components/catalog/plan-labels.ts'
import { sheetFlag } from '#components/catalog/to-board-row.ts'
import { toCountryRow } from '#components/catalog/trip/trip-countries.ts'
import { TripFinder } from '#components/catalog/trip/trip-finder.tsx'
import { NeedsScripts } from '#components/ui/layout/site-notices.tsx'
import { getTripIndex } from '#lib/catalog/queries/places.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type Props = { params: Promise<{ locale: string }> }

const PATH = '/trip'

export const generateMetadata = async ({ params }: Props) => pageMetadata((await params).locale, 'trip', PATH)

export default async function TripPage({ params }: Props) {
  const { locale } = await shopParams(params)
  const t = await getTranslations({ locale, namespace: 'trip' })
  const { countries, groups } = await getTripIndex(locale)

  return (
    <ShopPage title={t('title')} lead={t('lead')}>
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
    </ShopPage>
  )
}
