import type { Metadata, Route } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { destinationMetadata } from '#app/(shop)/page-metadata.ts'
import { shopParams } from '#app/(shop)/shop-page.tsx'
import { publicAddress, shopDetails } from '#app/(shop)/store.ts'
import { CoverageGrid, NetworkList, PlacePicture, Unknowns } from '#components/catalog/coverage.tsx'
import { DevicePanel } from '#components/catalog/device-table.tsx'
import { listPlans, priceFormat } from '#components/catalog/listed-plan.ts'
import { shelfLabels, tripClockLabels } from '#components/catalog/plan-labels.ts'
import { PlanShelf } from '#components/catalog/plan-shelf.tsx'
import { NoPlans, RegionRows } from '#components/catalog/region-rows.tsx'
import { crumbsThing, destinationThing, StructuredData } from '#components/catalog/structured-data.tsx'
import { TripClocks } from '#components/catalog/trip-clocks.tsx'
import { GuideTeasers } from '#components/content/guide-teasers.tsx'
import { VisitStep } from '#components/finance/visit-step.tsx'
import { AfterPaint } from '#components/ui/after-paint.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { LanguageAddresses } from '#components/ui/layout/language-addresses.tsx'
import { Breadcrumbs } from '#components/ui/layout/site-header.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { getDestination, getOwnDevices } from '#lib/catalog/queries/catalog.ts'
import { listGuidesAbout } from '#lib/content/queries/guides.ts'
import { env } from '#lib/core/env.ts'
import { isLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { getBestSeller } from '#lib/finance/queries/best-seller.ts'

type Props = { params: Promise<{ locale: string; slug: string }> }

const LONG_NAME = 32

// Empty on purpose: a page is rendered at its first visit and kept.
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, slug } = await params
  if (!isLocale(locale)) return {}
  const destination = await getDestination(locale, slug)
  if (!destination) return {}

  return destinationMetadata(locale, destination)
}

export default async function DestinationPage({ params }: Props) {
  const { locale, slug } = await shopParams(params)
  const destination = await getDestination(locale, slug)
  if (!destination) notFound()
  if (destination.slug !== slug) permanentRedirect(localePath(locale, `/destinations/${destination.slug}`) as Route)

  const store = await shopDetails()
  const money = priceFormat(store, locale)
  const t = await getTranslations({ locale, namespace: 'shop' })
  const layout = await getTranslations({ locale, namespace: 'layout' })
  const guides = await getTranslations({ locale, namespace: 'guides' })
  const { name, plans } = destination
  const slugs = [...new Set(Object.values(destination.addresses).map((path) => path.split('/').at(-1) ?? ''))]
  const listed = await listPlans(locale, plans)
  const heading = t('destination.title', { name })
  const list = localePath(locale, '/destinations')
  const crumbs = [
    { name: layout('nav.destinations'), href: list },
    { name: t(`board.${destination.shelf}`), href: `${list}#shelf=${destination.shelf}` },
    { name },
  ]
  const offered = {
    heading,
    path: localePath(locale, `/destinations/${slug}`),
    store: store.name,
    address: publicAddress,
  }

  return (
    <main id="main">
      <LanguageAddresses />
      {store.countsVisits ? <VisitStep step="destination" own={store.currency} /> : null}
      <StructuredData things={[destinationThing(destination, offered), crumbsThing(crumbs, publicAddress)]} />
      <div className="wrap">
        <Breadcrumbs label={layout('breadcrumbs')} crumbs={crumbs} />
        <div className="columns">
          <div>
            <div className={heading.length > LONG_NAME ? 'place place-long' : 'place'}>
              <Flag iso2={destination.iso2} count={destination.countryCount} size="large" lazy={false} />
              <h1>{heading}</h1>
            </div>
            {destination.picture ? <PlacePicture picture={destination.picture} /> : null}
            {destination.ownText ? <p className="mt-3 whitespace-pre-line">{destination.ownText}</p> : null}
            <NetworkList locale={locale} networks={destination.networks} />
            {destination.iso2 === null ? <CoverageGrid locale={locale} coverage={destination.coverage} /> : null}
            <noscript>
              <Notice className="mt-4">{t('destination.scripts')}</Notice>
            </noscript>
            <div className="mt-6">
              {plans.length > 0 ? (
                <PlanShelf
                  slug={destination.slug}
                  plans={listed}
                  bestSeller={
                    await getBestSeller(
                      plans.map(({ id }) => id),
                      env.STORE_MODE,
                    )
                  }
                  labels={await shelfLabels(locale, money, listed)}
                />
              ) : (
                <NoPlans locale={locale} destination={destination} money={money} />
              )}
            </div>
          </div>
          <aside className="side" aria-label={t('unknown.aside')}>
            <AfterPaint>
              <TripClocks zone={destination.timeZone} labels={await tripClockLabels(locale)} />
              <DevicePanel locale={locale} own={await getOwnDevices()} />
              <Panel>
                <h2>{t('unknown.title')}</h2>
                <Unknowns
                  items={[
                    { name: t('unknown.hotspot'), text: t('unknown.hotspotText') },
                    { name: t('unknown.speed'), text: t('unknown.speedText') },
                    { name: t('unknown.day'), text: t('unknown.dayText') },
                  ]}
                />
              </Panel>
            </AfterPaint>
          </aside>
        </div>
        {destination.alsoCoveredBy.length > 0 && plans.length > 0 ? (
          <AfterPaint>
            <section className="section">
              <header className="section-head">
                <h2>{t('destination.alsoTitle', { name })}</h2>
              </header>
              <RegionRows locale={locale} offers={destination.alsoCoveredBy} money={money} />
            </section>
          </AfterPaint>
        ) : null}
        <GuideTeasers locale={locale} title={guides('title')} guides={await listGuidesAbout(locale, slugs)} />
      </div>
    </main>
  )
}
