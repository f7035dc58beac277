import '#app/styles/trip.css'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { isShown, storeFacts } from '#app/(shop)/store.ts'
import { packRows } from '#components/catalog/board-row.ts'
import { EmptyShop } from '#components/catalog/empty-shop.tsx'
import { sheetFlag } from '#components/catalog/flag-sheet.ts'
import { NeedsScripts } from '#components/layout/needs-scripts.tsx'
import { PageFrame } from '#components/layout/page-frame.tsx'
import { toCountryRow } from '#components/trip/trip-countries.ts'
import { TripFinder } from '#components/trip/trip-finder.tsx'
import { tripFinderWords } from '#components/trip/trip-words.ts'
import { parseCurrency } from '#lib/domain/currency.ts'
import { isLocale } from '#lib/i18n/config.ts'
import { localePath } from '#lib/i18n/routing.ts'
import { getTripIndex } from '#lib/queries/trip-index.ts'

type Props = { params: Promise<{ locale: string }> }

const PATH = '/trip'

export async function generateMetadata({ params }: Props) {
  return pageMetadata((await params).locale, 'trip', PATH)
}

export default async function TripPage({ params }: Props) {
  const { locale } = await params
  if (!isLocale(locale) || !(await isShown(locale))) notFound()
  setRequestLocale(locale)
  const store = await storeFacts()
  const t = await getTranslations({ locale, namespace: 'trip' })
  const { countries, groups } = await getTripIndex(locale)
  const currency = parseCurrency(store.currency)

  return (
    <PageFrame locale={locale} store={store} path={PATH} current="trip">
      <div className="wrap">
        <div className="page-head">
          <h1>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
        </div>
        <NeedsScripts says={t('scripts')} href={localePath(locale, '/destinations')} link={t('scriptsLink')} />
        {countries.length === 0 || currency === null ? (
          <EmptyShop locale={locale} />
        ) : (
          <TripFinder
            packed={packRows(countries.map((country) => toCountryRow(country, sheetFlag(country.iso2))))}
            groups={groups}
            words={await tripFinderWords(locale, currency)}
          />
        )}
      </div>
    </PageFrame>
  )
}
