import '#app/styles/physical-sims.css'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { ShopPage, shopParams } from '#app/(shop)/shop-page.tsx'
import { BrandList, NumberPanel } from '#components/esims/physical-sims/brand-plans.tsx'
import { listPartnerTiles } from '#lib/catalog/queries/partners.ts'

type Props = { params: Promise<{ locale: string }> }

export const generateMetadata = async ({ params }: Props) =>
  pageMetadata((await params).locale, 'simcards', '/sim-cards')

/** The brands of physical eSIMs. An account without any has no such page. */
export default async function PhysicalSimsPage({ params }: Props) {
  const { locale } = await shopParams(params)
  const brands = await listPartnerTiles()
  if (brands.length === 0) notFound()
  const t = await getTranslations({ locale, namespace: 'simcards' })

  return (
    <ShopPage title={t('title')} lead={t('lead')}>
      <div className="columns">
        <section aria-labelledby="brands">
          <h2 id="brands" className="mb-4">
            {t('brands')}
          </h2>
          <BrandList locale={locale} brands={brands} />
        </section>
        <NumberPanel locale={locale} />
      </div>
    </ShopPage>
  )
}
