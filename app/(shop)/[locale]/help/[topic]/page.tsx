import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ContactLine } from '#app/(shop)/contact-line.tsx'
import { isHelpTopic } from '#app/(shop)/help-topics.ts'
import { describePage } from '#app/(shop)/page-metadata.ts'
import { CrumbsPage, shopParams } from '#app/(shop)/shop-page.tsx'
import { ShopText } from '#app/(shop)/shop-text.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { getGuide } from '#lib/content/queries/guides.ts'
import { isLocale, type Locale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type Props = { params: Promise<{ locale: string; topic: string }> }
type Items = Record<string, { title: string; text: string }>

export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, topic } = await params
  if (!isLocale(locale)) return {}
  const own = await ownText(locale, topic)
  const path = `/help/${topic}`
  if (own) {
    const { title, description, addresses } = own

    return describePage(locale, { path, title, description, ...(isHelpTopic(topic) ? {} : { languages: addresses }) })
  }
  if (!isHelpTopic(topic)) return {}
  const t = await getTranslations({ locale, namespace: 'help' })

  return describePage(locale, { path, title: t(`topics.${topic}.title`), description: t(`topics.${topic}.summary`) })
}

/** What the operator says at an address of help; that of a page that came along may be said anew. */
async function ownText(locale: Locale, slug: string) {
  const { languages } = await storeDetails()

  return getGuide({ place: 'help', locale, slug }, languages)
}

export default async function HelpTopicPage({ params }: Props) {
  const { locale, topic } = await shopParams(params)
  const own = await ownText(locale, topic)
  if (!own && !isHelpTopic(topic)) notFound()
  const store = await storeDetails()
  const t = await getTranslations({ locale, namespace: 'help' })
  const layout = await getTranslations({ locale, namespace: 'layout' })
  const title = own ? own.title : t(`topics.${topic}.title`)
  const crumbs = [{ name: layout('nav.help'), href: localePath(locale, '/help') }, { name: title }]

  return (
    <CrumbsPage {...{ locale, crumbs }}>
      <article className="prose">
        <h1>{title}</h1>
        <p className="lead">{own ? own.description : t(`topics.${topic}.summary`)}</p>
        {own ? (
          <div className="guide mt-6">
            <ShopText locale={locale} blocks={own.blocks} pictures={own.pictures} />
          </div>
        ) : (
          <ShippedText locale={locale} topic={topic} />
        )}
        <p className="mt-6">
          <a className="link" href={localePath(locale, '/help')}>
            {t('back')}
          </a>
        </p>
      </article>
      <ContactLine locale={locale} mail={store.supportEmail} />
    </CrumbsPage>
  )
}

async function ShippedText({ locale, topic }: { locale: Locale; topic: string }) {
  const t = await getTranslations({ locale, namespace: 'help' })
  const items: Items = t.raw(`topics.${topic}.items`)

  return (
    <>
      <ol className="ladder">
        {Object.entries(items).map(([key, item]) => (
          <li key={key}>
            <h2>{item.title}</h2>
            <p>{item.text}</p>
          </li>
        ))}
      </ol>
      {topic.startsWith('install') ? <p className="small soft">{t('dated')}</p> : null}
    </>
  )
}
