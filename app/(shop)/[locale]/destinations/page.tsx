import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { hasPages, shopDetails } from '#app/(shop)/store.ts'
import { packRows } from '#components/catalog/board-row.ts'
import { DestinationList } from '#components/catalog/destination-list.tsx'
import { EmptyShop } from '#components/catalog/empty-shop.tsx'
import { destinationListLabels } from '#components/catalog/home-labels.ts'
import { toBoardRow } from '#components/catalog/to-board-row.ts'
import { getShopIndex } from '#lib/catalog/queries/catalog.ts'
import { destinationScripts } from '#lib/core/env.ts'
import { isLocale } from '#lib/core/i18n/config.ts'

type Props = { params: Promise<{ locale: string }> }

export async function generateMetadata({ params }: Props) {
  return pageMetadata((await params).locale, 'shop.destinations', '/destinations')
}

export default async function DestinationsPage({ params }: Props) {
  const { locale } = await params
  if (!isLocale(locale) || !(await hasPages(locale))) notFound()
  setRequestLocale(locale)
  const store = await shopDetails()
  const t = await getTranslations({ locale, namespace: 'shop.destinations' })
  const index = await getShopIndex(locale)
  const count = index.destinations.length

  return (
    <main id="main">
      <div className="wrap">
        <div className="page-head">
          <h1>{t('title')}</h1>
          {count > 0 ? <p className="lead">{t('lead', { count, n: String(count) })}</p> : null}
        </div>
        {count === 0 ? (
          <EmptyShop locale={locale} />
        ) : (
          <DestinationList
            packed={packRows(index.destinations.map((tile) => toBoardRow(tile, locale)))}
            labels={await destinationListLabels(locale, store, index)}
            scripts={destinationScripts()}
          />
        )}
      </div>
    </main>
  )
}
