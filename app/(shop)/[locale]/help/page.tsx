import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ContactLine } from '#app/(shop)/contact-line.tsx'
import { HELP_TOPICS, isHelpTopic } from '#app/(shop)/help-topics.ts'
import { describePage } from '#app/(shop)/page-metadata.ts'
import { ShopPage, shopParams } from '#app/(shop)/shop-page.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { listGuides } from '#lib/content/queries/guides.ts'
import { isLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type Props = { params: Promise<{ locale: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params
  if (!isLocale(locale)) return {}
  const t = await getTranslations({ locale, namespace: 'help' })

  return describePage(locale, { path: '/help', title: t('title'), description: t('metaDescription') })
}

export default async function HelpPage({ params }: Props) {
  const { locale } = await shopParams(params)
  const store = await storeDetails()
  const t = await getTranslations({ locale, namespace: 'help' })
  const own = await listGuides(locale, 'help')
  const shipped = HELP_TOPICS.map((slug) => ({
    slug,
    title: t(`topics.${slug}.title`),
    description: t(`topics.${slug}.summary`),
  }))
  const topics = [
    ...shipped.map((topic) => own.find(({ slug }) => slug === topic.slug) ?? topic),
    ...own.filter(({ slug }) => !isHelpTopic(slug)),
  ]

  return (
    <ShopPage title={t('title')} lead={t('lead')}>
      <ul className="plans">
        {topics.map(({ slug, title, description }) => (
          <li key={slug} className="panel topic">
            <h2>
              <a href={localePath(locale, `/help/${slug}`)}>{title}</a>
            </h2>
            <p className="soft">{description}</p>
          </li>
        ))}
      </ul>
      <ContactLine locale={locale} mail={store.supportEmail} />
    </ShopPage>
  )
}
