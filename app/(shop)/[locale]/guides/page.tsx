import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { describePage } from '#app/(shop)/page-metadata.ts'
import { ShopPage, shopParams } from '#app/(shop)/shop-page.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { longDay } from '#components/content/guide-teasers.tsx'
import { listAddresses, listGuides } from '#lib/content/queries/guides.ts'
import { guidePath } from '#lib/content/rules/public-route.ts'
import { isLocale } from '#lib/core/i18n/config.ts'
import '#app/styles/guide.css'

type Props = { params: Promise<{ locale: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params
  if (!isLocale(locale)) return {}
  const t = await getTranslations({ locale, namespace: 'guides' })
  const { languages } = await storeDetails()
  const guides = await listGuides(locale)
  const said = await describePage(locale, {
    ...{ path: '/guides', title: t('title'), description: t('lead') },
    languages: await listAddresses(languages),
  })

  // An empty list is for whoever was led here from a guide that is gone.
  return guides.length > 0 ? said : { ...said, robots: { index: false } }
}

export default async function GuidesPage({ params }: Props) {
  const { locale } = await shopParams(params)
  const t = await getTranslations({ locale, namespace: 'guides' })
  const guides = await listGuides(locale)

  return (
    <ShopPage title={t('title')} lead={guides.length > 0 ? t('lead') : t('empty')}>
      {guides.length > 0 ? (
        <ul className="guide-list">
          {guides.map(({ slug, title, description, publishedAt }) => (
            <li key={slug}>
              <h2>
                <a href={guidePath(locale, slug)}>
                  <bdi>{title}</bdi>
                </a>
              </h2>
              <p>{description}</p>
              <p className="soft small">
                <time dateTime={publishedAt.toISOString()}>{longDay(publishedAt, locale)}</time>
              </p>
            </li>
          ))}
        </ul>
      ) : null}
    </ShopPage>
  )
}
