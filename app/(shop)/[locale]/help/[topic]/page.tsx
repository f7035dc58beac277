import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { ContactLine } from '#app/(shop)/contact-line.tsx'
import { isHelpTopic } from '#app/(shop)/help-topics.ts'
import { describePage } from '#app/(shop)/page-metadata.ts'
import { hasPages, publicAddress, storeDetails } from '#app/(shop)/store.ts'
import { crumbsThing, StructuredData } from '#components/catalog/structured-data.tsx'
import { Breadcrumbs } from '#components/ui/layout/site-header.tsx'
import { isLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type Props = { params: Promise<{ locale: string; topic: string }> }
type Items = Record<string, { title: string; text: string }>

export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, topic } = await params
  if (!isLocale(locale) || !isHelpTopic(topic)) return {}
  const t = await getTranslations({ locale, namespace: 'help' })

  return describePage(locale, {
    path: `/help/${topic}`,
    title: t(`topics.${topic}.title`),
    description: t(`topics.${topic}.summary`),
  })
}

export default async function HelpTopicPage({ params }: Props) {
  const { locale, topic } = await params
  if (!isLocale(locale) || !(await hasPages(locale)) || !isHelpTopic(topic)) notFound()
  setRequestLocale(locale)
  const store = await storeDetails()
  const t = await getTranslations({ locale, namespace: 'help' })
  const layout = await getTranslations({ locale, namespace: 'layout' })
  const title = t(`topics.${topic}.title`)
  const crumbs = [{ name: layout('nav.help'), href: localePath(locale, '/help') }, { name: title }]
  const items: Items = t.raw(`topics.${topic}.items`)
  const isInstall = topic.startsWith('install')

  return (
    <main id="main">
      <StructuredData things={[crumbsThing(crumbs, publicAddress)]} />
      <div className="wrap">
        <Breadcrumbs label={layout('breadcrumbs')} crumbs={crumbs} />
        <article className="prose">
          <h1>{title}</h1>
          <p className="lead">{t(`topics.${topic}.summary`)}</p>
          <ol className="ladder">
            {Object.entries(items).map(([key, item]) => (
              <li key={key}>
                <h2>{item.title}</h2>
                <p>{item.text}</p>
              </li>
            ))}
          </ol>
          {isInstall ? <p className="small soft">{t('dated')}</p> : null}
          <p>
            <a className="link" href={localePath(locale, '/help')}>
              {t('back')}
            </a>
          </p>
        </article>
        <ContactLine locale={locale} mail={store.supportEmail} />
      </div>
    </main>
  )
}
