import '#app/styles/physical-sims.css'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { describePage } from '#app/(shop)/page-metadata.ts'
import { CrumbsPage, shopParams } from '#app/(shop)/shop-page.tsx'
import { shopDetails } from '#app/(shop)/store.ts'
import { priceFormat } from '#components/catalog/listed-plan.ts'
import { sheetFlag } from '#components/catalog/to-board-row.ts'
import { BrandPlaces } from '#components/esims/physical-sims/brand-places.tsx'
import { BrandPlans, NumberPanel } from '#components/esims/physical-sims/brand-plans.tsx'
import { getPartnerPage } from '#lib/catalog/queries/partners.ts'
import { isLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { foldForSearch } from '#lib/core/rules/search-names.ts'

type Props = { params: Promise<{ locale: string; partner: string }> }

// Empty on purpose: a page is rendered at its first visit and kept.
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, partner: slug } = await params
  if (!isLocale(locale)) return {}
  const partner = await getPartnerPage(locale, slug)
  if (!partner) return {}
  const t = await getTranslations({ locale, namespace: 'simcards.partner' })

  return describePage(locale, {
    path: `/sim-cards/${slug}`,
    title: t('metaTitle', { name: partner.name }),
    description: t('metaDescription', { name: partner.name }),
  })
}

/** Where eSIMs of one brand work, and what its plans cost: before anybody types a number. */
export default async function PartnerPage({ params }: Props) {
  const { locale, partner: slug } = await shopParams(params)
  const partner = await getPartnerPage(locale, slug)
  if (!partner) notFound()
  const t = await getTranslations({ locale, namespace: 'simcards' })
  const shop = await getTranslations({ locale, namespace: 'shop.board' })
  const layout = await getTranslations({ locale, namespace: 'layout' })
  const crumbs = [{ name: layout('nav.sim-cards'), href: localePath(locale, '/sim-cards') }, { name: partner.name }]

  return (
    <CrumbsPage {...{ locale, crumbs }}>
      <div className="page-head pt-3">
        <h1>
          <bdi>{partner.name}</bdi>
        </h1>
        <p className="lead">{t('partner.lead')}</p>
      </div>
      <div className="columns">
        <div>
          <section aria-labelledby="where">
            <h2 id="where">{t('partner.where')}</h2>
            <BrandPlaces
              groups={partner.groups.map(({ shelf, places }) => ({
                name: shelf === null ? null : shop(shelf),
                places: places.map(({ skuId, name, iso2, searchText }) => ({
                  ...{ key: skuId, name, flag: iso2 === null ? null : sheetFlag(iso2) },
                  searchText: foldForSearch(`${name} ${searchText}`),
                })),
              }))}
              labels={{ find: t('partner.find'), none: t.raw('partner.none'), clear: t('partner.clear') }}
            />
          </section>
          <section className="section" aria-labelledby="plans">
            <h2 id="plans">{t('partner.plans')}</h2>
            <BrandPlans locale={locale} plans={partner.plans} money={priceFormat(await shopDetails(), locale)} />
          </section>
        </div>
        <NumberPanel locale={locale} />
      </div>
    </CrumbsPage>
  )
}
