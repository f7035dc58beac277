import '#app/styles/compare.css'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { hasPages, storeDetails } from '#app/(shop)/store.ts'
import { compareLabels } from '#components/catalog/compare/compare-labels.ts'
import { Comparison } from '#components/catalog/compare/comparison.tsx'
import { EmptyShop } from '#components/catalog/empty-shop.tsx'
import { NeedsScripts } from '#components/ui/layout/site-notices.tsx'
import { isLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'

type Props = { params: Promise<{ locale: string }> }

const PATH = '/compare'

export async function generateMetadata({ params }: Props) {
  return pageMetadata((await params).locale, 'compare', PATH)
}

export default async function ComparePage({ params }: Props) {
  const { locale } = await params
  if (!isLocale(locale) || !(await hasPages(locale))) notFound()
  setRequestLocale(locale)
  const store = await storeDetails()
  const t = await getTranslations({ locale, namespace: 'compare' })
  const currency = parseCurrency(store.currency)

  return (
    <main id="main">
      <div className="wrap">
        <div className="page-head">
          <h1>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
        </div>
        <NeedsScripts says={t('scripts')} href={localePath(locale, '/destinations')} link={t('scriptsLink')} />
        {currency === null ? (
          <EmptyShop locale={locale} />
        ) : (
          <Comparison labels={await compareLabels(locale, currency)} />
        )}
      </div>
    </main>
  )
}
