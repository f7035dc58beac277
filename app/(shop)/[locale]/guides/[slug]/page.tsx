import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { describePage } from '#app/(shop)/page-metadata.ts'
import { CrumbsPage, shopParams } from '#app/(shop)/shop-page.tsx'
import { ShopText } from '#app/(shop)/shop-text.tsx'
import { publicAddress, storeDetails } from '#app/(shop)/store.ts'
import { articleThing } from '#components/catalog/structured-data.tsx'
import { longDay } from '#components/content/guide-teasers.tsx'
import { GuideContents } from '#components/content/guide-text.tsx'
import { getGuide } from '#lib/content/queries/guides.ts'
import { guidePath } from '#lib/content/rules/public-route.ts'
import { isLocale, type Locale } from '#lib/core/i18n/config.ts'

type Props = { params: Promise<{ locale: string; slug: string }> }

// Empty on purpose: a page is rendered at its first visit and kept.
export function generateStaticParams() {
  return []
}

async function guideAt(locale: Locale, slug: string) {
  const { languages } = await storeDetails()

  return getGuide({ place: 'guide', locale, slug }, languages)
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, slug } = await params
  const guide = isLocale(locale) ? await guideAt(locale, slug) : null
  if (!guide) return {}
  const { title, description, addresses } = guide

  return describePage(locale, { path: `/guides/${slug}`, title, description, languages: addresses })
}

export default async function GuidePage({ params }: Props) {
  const { locale, slug } = await shopParams(params)
  const guide = await guideAt(locale, slug)
  if (!guide) notFound()
  const store = await storeDetails()
  const t = await getTranslations({ locale, namespace: 'guides' })
  const { title, description, blocks, contents, pictures, publishedAt, changedAt } = guide
  const crumbs = [{ name: t('title'), href: guidePath(locale, null) }, { name: title }]
  const path = guidePath(locale, slug)
  const [published, changed] = [longDay(publishedAt, locale), longDay(changedAt, locale)]

  return (
    <CrumbsPage
      {...{ locale, crumbs }}
      things={[articleThing(guide, { locale, path, store: store.name, address: publicAddress })]}
    >
      <header className="guide-head prose">
        <h1>{title}</h1>
        <p className="lead">{description}</p>
        <p className="soft small mt-3">
          <time dateTime={publishedAt.toISOString()}>{t('published', { date: published })}</time>
          {changed === published ? null : (
            <>
              {' · '}
              <time dateTime={changedAt.toISOString()}>{t('updated', { date: changed })}</time>
            </>
          )}
        </p>
      </header>
      <div className="guide-page">
        <GuideContents label={t('contents')} contents={contents} />
        <article className="guide">
          <ShopText {...{ blocks, pictures, locale }} />
        </article>
      </div>
    </CrumbsPage>
  )
}
