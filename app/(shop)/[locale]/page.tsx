import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { describePage } from '#app/(shop)/page-metadata.ts'
import { shopParams } from '#app/(shop)/shop-page.tsx'
import { ShopText } from '#app/(shop)/shop-text.tsx'
import { publicAddress, shopDetails, storeDetails } from '#app/(shop)/store.ts'
import { packRows } from '#components/catalog/board-row.ts'
import { HomeBoard } from '#components/catalog/home-board.tsx'
import { homeBoardLabels, homeSearchLabels } from '#components/catalog/home-labels.ts'
import { HomeSearch } from '#components/catalog/home-search.tsx'
import { EmptyShop, Hero, homeQuestions, Questions, Reasons, Steps } from '#components/catalog/home-sections.tsx'
import { priceFormat } from '#components/catalog/listed-plan.ts'
import { RegionTickets } from '#components/catalog/region-rows.tsx'
import { questionsThing, StructuredData, shopThings } from '#components/catalog/structured-data.tsx'
import { toBoardRow } from '#components/catalog/to-board-row.ts'
import { GuideTeasers } from '#components/content/guide-teasers.tsx'
import { AfterPaint } from '#components/ui/after-paint.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { getShopIndex } from '#lib/catalog/queries/catalog.ts'
import { listFrontSections, listGuides } from '#lib/content/queries/guides.ts'
import { sectionId } from '#lib/content/rules/public-route.ts'
import { env } from '#lib/core/env.ts'
import { isLocale, type Locale } from '#lib/core/i18n/config.ts'
import { localePath, privatePath } from '#lib/core/i18n/routing.ts'
import { getStoreProof } from '#lib/operations/queries/readiness.ts'
import type { DestinationTile } from '#lib/settings/rules/shop.ts'

type Props = { params: Promise<{ locale: string }> }

const REGIONS = 3
const GUIDES = 3

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params
  if (!isLocale(locale)) return {}
  const t = await getTranslations({ locale, namespace: 'shop.home' })

  return describePage(locale, {
    path: '/',
    title: `${(await storeDetails()).name}: ${t('metaTitle')}`,
    isWhole: true,
    description: t('metaDescription'),
  })
}

export default async function HomePage({ params }: Props) {
  const { locale } = await shopParams(params)
  const store = await shopDetails()
  const t = await getTranslations({ locale, namespace: 'shop.home' })
  const search = await getTranslations({ locale, namespace: 'shop.search' })
  const index = await getShopIndex(locale)
  const count = index.destinations.length
  const home = localePath(locale, '/')
  const packed = packRows(index.destinations.map((tile) => toBoardRow(tile, locale)))
  const regions = index.destinations
    .filter((tile) => tile.shelf === 'multi_country' && tile.from)
    .sort(byReach)
    .slice(0, REGIONS)

  return (
    <main id="main">
      <StructuredData
        things={[
          ...shopThings(store, { home, list: localePath(locale, '/destinations'), address: publicAddress }),
          questionsThing(await homeQuestions(locale)),
        ]}
      />
      <div className="hero">
        <div className="wrap">
          <h1>{t.rich('title', { br: () => <br /> })}</h1>
          <p className="lead">{t('lead', { count, n: String(count) })}</p>
          {count === 0 ? (
            <EmptyShop locale={locale} />
          ) : (
            <>
              <div className="relative">
                <Hero />
                <HomeSearch packed={packed} labels={await homeSearchLabels(locale, store)} />
                <a className="link mt-2" href={localePath(locale, '/trip')}>
                  {search('trip')}
                  <Icon name="forward" />
                </a>
              </div>
              <div className="mt-5">
                <HomeBoard packed={packed} labels={await homeBoardLabels(locale, store, index)} />
                <Reasons locale={locale} proof={await getStoreProof(env.STORE_MODE)} />
              </div>
            </>
          )}
          <AfterPaint>
            {regions.length > 0 ? (
              <section className="section">
                <header className="section-head">
                  <h2>{t('regionsTitle')}</h2>
                  <a className="link" href={`${localePath(locale, '/destinations')}#shelf=multi_country`}>
                    {t('regionsAll')}
                    <Icon name="forward" />
                  </a>
                </header>
                <RegionTickets locale={locale} tiles={regions} money={priceFormat(store, locale)} />
              </section>
            ) : null}
            <OwnSections locale={locale} />
            <NewestGuides locale={locale} />
            <Steps locale={locale} />
            <Questions locale={locale} />
            <section className="ticket band mt-18">
              <div>
                <h2>{t('findTitle')}</h2>
                <p>{t('findText')}</p>
              </div>
              <ButtonLink tone="ink" href={privatePath(locale, '/find')}>
                {t('findAction')}
              </ButtonLink>
            </section>
          </AfterPaint>
        </div>
      </div>
    </main>
  )
}

/** What the operator has written for this page. */
async function OwnSections({ locale }: { locale: Locale }) {
  const sections = await listFrontSections(locale)

  return sections.map(({ slug, title, description, blocks, pictures }) => (
    <section key={slug} id={sectionId(slug)} className="section">
      <header className="section-head">
        <h2>{title}</h2>
      </header>
      {description === '' ? null : <p className="lead">{description}</p>}
      <div className="guide mt-4">
        <ShopText {...{ blocks, pictures, locale }} />
      </div>
    </section>
  ))
}

/** What the operator has written last for travellers; nothing in a language without guides. */
async function NewestGuides({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: 'guides' })

  return <GuideTeasers locale={locale} title={t('title')} guides={(await listGuides(locale)).slice(0, GUIDES)} />
}

function byReach(a: DestinationTile, b: DestinationTile): number {
  return (b.countryCount ?? 0) - (a.countryCount ?? 0)
}
