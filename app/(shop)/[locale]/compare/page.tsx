import '#app/styles/compare.css'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { ShopPage, shopParams } from '#app/(shop)/shop-page.tsx'
import { shopDetails } from '#app/(shop)/store.ts'
import { Comparison } from '#components/catalog/compare/comparison.tsx'
import { priceFormat } from '#components/catalog/listed-plan.ts'
import { compareLabels } from '#components/catalog/plan-labels.ts'
import { NeedsScripts } from '#components/ui/layout/site-notices.tsx'
import { localePath } from '#lib/core/i18n/routing.ts'

type Props = { params: Promise<{ locale: string }> }

const PATH = '/compare'

export const generateMetadata = async ({ params }: Props) => pageMetadata((await params).locale, 'compare', PATH)

export default async function ComparePage({ params }: Props) {
  const { locale } = await shopParams(params)
  const t = await getTranslations({ locale, namespace: 'compare' })

  return (
    <ShopPage title={t('title')} lead={t('lead')}>
      <NeedsScripts says={t('scripts')} href={localePath(locale, '/destinations')} link={t('scriptsLink')} />
      <Comparison labels={await compareLabels(locale, priceFormat(await shopDetails(), locale))} />
    </ShopPage>
  )
}
