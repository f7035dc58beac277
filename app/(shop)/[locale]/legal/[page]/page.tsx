import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { LegalText } from '#app/(shop)/legal-text.tsx'
import { describePage } from '#app/(shop)/page-metadata.ts'
import { shopParams } from '#app/(shop)/shop-page.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { toolNames } from '#components/ui/layout/shop-tools.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { isLocale, type Locale } from '#lib/core/i18n/config.ts'
import { privatePath } from '#lib/core/i18n/routing.ts'
import type { Store } from '#lib/settings/queries/store-details.ts'
import { getLegalText } from '#lib/settings/queries/texts.ts'
import { isLegalPage, type LegalPage } from '#lib/settings/rules/legal-pages.ts'

type Props = { params: Promise<{ locale: string; page: string }> }
type Sections = Record<string, { title: string; text: string }>

export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, page } = await params
  if (!isLocale(locale) || !isLegalPage(page)) return {}
  const t = await getTranslations({ locale, namespace: 'legal' })
  const title = t(`pages.${page}.title`)

  return describePage(locale, { path: `/legal/${page}`, title, description: t('metaDescription', { title }) })
}

export default async function LegalTextPage({ params }: Props) {
  const { locale, page } = await shopParams(params)
  if (!isLegalPage(page)) notFound()
  const store = await storeDetails()
  const t = await getTranslations({ locale, namespace: 'legal' })
  const own = await getLegalText(page, locale)

  return (
    <main id="main">
      <div className="wrap">
        <article className="prose pt-10">
          <h1>{t(`pages.${page}.title`)}</h1>
          {own ? <LegalText text={own} locale={locale} /> : <DefaultText locale={locale} page={page} store={store} />}
          {page === 'withdrawal' ? (
            <p>
              <ButtonLink href={privatePath(locale, '/withdraw')}>{t('withdrawForm')}</ButtonLink>
            </p>
          ) : null}
        </article>
      </div>
    </main>
  )
}

/** What stands here until the operator has published a text of their own. */
async function DefaultText({ locale, page, store }: { locale: Locale; page: LegalPage; store: Store }) {
  const t = await getTranslations({ locale, namespace: 'legal' })
  const tools = { use: store.tools.length > 0 ? 'some' : 'none', tools: toolNames(store.tools, locale) }
  const contact = { seller: store.seller ?? t('missing'), mail: store.supportEmail ?? t('missing') }
  const facts = { ...contact, ...tools, counted: store.countsVisits ? 'yes' : 'no' }
  const sections: Sections = t.raw(`pages.${page}.sections`)

  return (
    <>
      <Notice tone="wait" className="mt-6">
        {t('default')}
      </Notice>
      {Object.keys(sections).map((key) => (
        <section key={key}>
          <h2>{t(`pages.${page}.sections.${key}.title`)}</h2>
          <p>{t(`pages.${page}.sections.${key}.text`, facts)}</p>
        </section>
      ))}
    </>
  )
}
