import '#app/styles/physical-sims.css'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { hasPages } from '#app/(shop)/store.ts'
import { BrandList } from '#components/esims/physical-sims/brand-plans.tsx'
import { NumberPanel } from '#components/esims/physical-sims/number-panel.tsx'
import { listPartnerTiles } from '#lib/catalog/queries/partners.ts'
import { isLocale } from '#lib/core/i18n/config.ts'

type Props = { params: Promise<{ locale: string }> }

export async function generateMetadata({ params }: Props) {
  return pageMetadata((await params).locale, 'simcards', '/sim-cards')
}

/** The brands of physical eSIMs. An account without any has no such page. */
export default async function PhysicalSimsPage({ params }: Props) {
  const { locale } = await params
  if (!isLocale(locale) || !(await hasPages(locale))) notFound()
  const brands = await listPartnerTiles()
  if (brands.length === 0) notFound()
  setRequestLocale(locale)
  const t = await getTranslations({ locale, namespace: 'simcards' })

  return (
    <main id="main">
      <div className="wrap">
        <div className="page-head">
          <h1>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
        </div>
        <div className="columns">
          <section aria-labelledby="brands">
            <h2 id="brands" className="mb-4">
              {t('brands')}
            </h2>
            <BrandList locale={locale} brands={brands} />
          </section>
          <NumberPanel locale={locale} />
        </div>
      </div>
    </main>
  )
}
