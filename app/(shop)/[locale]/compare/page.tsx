import '#app/styles/compare.css'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { hasPages, shopDetails } from '#app/(shop)/store.ts'
import { compareLabels } from '#components/catalog/compare/compare-labels.ts'
import { Comparison } from '#components/catalog/compare/comparison.tsx'
import { priceFormat } from '#components/catalog/listed-plan.ts'
import { NeedsScripts } from '#components/ui/layout/site-notices.tsx'
import { isLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type Props = { params: Promise<{ locale: string }> }

const PATH = '/compare'

export async function generateMetadata({ params }: Props) {
  return pageMetadata((await params).locale, 'compare', PATH)
}

export default async function ComparePage({ params }: Props) {
  const { locale } = await params
  if (!isLocale(locale) || !(await hasPages(locale))) notFound()
  setRequestLocale(locale)
  const t = await getTranslations({ locale, namespace: 'compare' })

  return (
    <main id="main">
      <div className="wrap">
        <div className="page-head">
          <h1>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
        </div>
        <NeedsScripts says={t('scripts')} href={localePath(locale, '/destinations')} link={t('scriptsLink')} />
        <Comparison labels={await compareLabels(locale, priceFormat(await shopDetails(), locale))} />
      </div>
    </main>
  )
}
