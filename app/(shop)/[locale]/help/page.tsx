import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { ContactLine } from '#app/(shop)/contact-line.tsx'
import { HELP_TOPICS, isHelpTopic } from '#app/(shop)/help-topics.ts'
import { describePage } from '#app/(shop)/page-metadata.ts'
import { hasPages, storeDetails } from '#app/(shop)/store.ts'
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
  const { locale } = await params
  if (!isLocale(locale) || !(await hasPages(locale))) notFound()
  setRequestLocale(locale)
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
    <main id="main">
      <div className="wrap">
        <div className="page-head">
          <h1>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
        </div>
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
      </div>
    </main>
  )
}
