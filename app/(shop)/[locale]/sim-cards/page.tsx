import '#app/styles/sim-cards.css'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { isShown, pageAddresses, storeFacts } from '#app/(shop)/store.ts'
import { PageFrame } from '#components/layout/page-frame.tsx'
import { BrandList } from '#components/sim-cards/brand-list.tsx'
import { NumberPanel } from '#components/sim-cards/number-panel.tsx'
import { isLocale } from '#lib/i18n/config.ts'
import { listPartnerTiles } from '#lib/queries/partners.ts'

type Props = { params: Promise<{ locale: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params
  if (!isLocale(locale)) return {}
  const t = await getTranslations({ locale, namespace: 'simcards' })
  const path = '/sim-cards'

  return {
    title: t('metaTitle'),
    description: t('metaDescription'),
    alternates: await pageAddresses(locale, path),
  }
}

/** The brands of physical cards. An account without any has no such page. */
export default async function SimCardsPage({ params }: Props) {
  const { locale } = await params
  if (!isLocale(locale) || !(await isShown(locale))) notFound()
  const brands = await listPartnerTiles()
  if (brands.length === 0) notFound()
  setRequestLocale(locale)
  const t = await getTranslations({ locale, namespace: 'simcards' })

  return (
    <PageFrame locale={locale} store={await storeFacts()} path="/sim-cards" current="sim-cards">
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
    </PageFrame>
  )
}
