import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { ShopPage, shopParams } from '#app/(shop)/shop-page.tsx'
import { shopDetails } from '#app/(shop)/store.ts'
import { packRows } from '#components/catalog/board-row.ts'
import { DestinationList } from '#components/catalog/destination-list.tsx'
import { destinationListLabels } from '#components/catalog/home-labels.ts'
import { EmptyShop } from '#components/catalog/home-sections.tsx'
import { toBoardRow } from '#components/catalog/to-board-row.ts'
import { getShopIndex } from '#lib/catalog/queries/catalog.ts'
import { destinationScripts } from '#lib/core/env.ts'

type Props = { params: Promise<{ locale: string }> }

export const generateMetadata = async ({ params }: Props) =>
  pageMetadata((await params).locale, 'shop.destinations', '/destinations')

export default async function DestinationsPage({ params }: Props) {
  const { locale } = await shopParams(params)
  const store = await shopDetails()
  const t = await getTranslations({ locale, namespace: 'shop.destinations' })
  const index = await getShopIndex(locale)
  const count = index.destinations.length

  return (
    <ShopPage title={t('title')} lead={count > 0 ? t('lead', { count, n: String(count) }) : null}>
      {count === 0 ? (
        <EmptyShop locale={locale} />
      ) : (
        <DestinationList
          packed={packRows(index.destinations.map((tile) => toBoardRow(tile, locale)))}
          labels={await destinationListLabels(locale, store, index)}
          scripts={destinationScripts()}
        />
      )}
    </ShopPage>
  )
}
