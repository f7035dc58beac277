import { getTranslations } from 'next-intl/server'
import { ContactLine } from '#app/(shop)/contact-line.tsx'
import { HELP_TOPICS, isHelpTopic } from '#app/(shop)/help-topics.ts'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { ShopPage, shopParams } from '#app/(shop)/shop-page.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { listGuides } from '#lib/content/queries/guides.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type Props = { params: Promise<{ locale: string }> }

export const generateMetadata = async ({ params }: Props) => pageMetadata((await params).locale, 'help', '/help')

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
