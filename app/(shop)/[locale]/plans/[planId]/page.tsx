import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { describePage } from '#app/(shop)/page-metadata.ts'
import { shopParams } from '#app/(shop)/shop-page.tsx'
import { publicAddress, shopDetails } from '#app/(shop)/store.ts'
import { CoverageGrid } from '#components/catalog/coverage.tsx'
import { formatAmount, listPlans, priceFormat } from '#components/catalog/listed-plan.ts'
import { PlanChooser } from '#components/catalog/plan-chooser.tsx'
import {
  GonePlan,
  InstallSteps,
  OtherPlans,
  PhoneQuestion,
  PlanDetailList,
  PlanPrice,
  PlanQuestions,
  planQuestions,
} from '#components/catalog/plan-details.tsx'
import { planLabels } from '#components/catalog/plan-labels.ts'
import { crumbsThing, planThing, questionsThing, StructuredData } from '#components/catalog/structured-data.tsx'
import { VisitStep } from '#components/finance/visit-step.tsx'
import { AfterPaint } from '#components/ui/after-paint.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { EarlyInput, EarlyReplay } from '#components/ui/layout/early-input.tsx'
import { Breadcrumbs } from '#components/ui/layout/site-header.tsx'
import { getGonePlan, getOwnDevices, getShopPlan } from '#lib/catalog/queries/catalog.ts'
import { isLocale, type Locale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

type Props = { params: Promise<{ locale: string; planId: string }> }

const LONG_NAME = 20

// Empty on purpose: a page is rendered at its first visit and kept.
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, planId } = await params
  if (!isLocale(locale)) return {}
  const page = await getShopPlan(locale, planId)
  // The front reads the mark and answers 410.
  if (!page) return { robots: { index: false }, other: { gone: '410' } }
  const t = await getTranslations({ locale, namespace: 'plan' })
  const names = { name: page.destination.name, plan: await planName(page.plan, locale) }

  return describePage(locale, {
    path: `/plans/${planId}`,
    title: t('metaTitle', names),
    description: t('metaDescription', names),
    place: page.destination,
  })
}

export default async function PlanPage({ params }: Props) {
  const { locale, planId } = await shopParams(params)
  const page = await getShopPlan(locale, planId)
  if (!page) {
    const gone = await getGonePlan(locale, planId)
    if (!gone) notFound()

    return (
      <main id="main">
        <GonePlan
          locale={locale}
          destination={gone}
          nearest={gone.nearest && { plan: gone.nearest, name: await planName(gone.nearest, locale) }}
          money={priceFormat(await shopDetails(), locale)}
        />
      </main>
    )
  }

  const { plan, destination, siblings } = page
  const store = await shopDetails()
  const money = priceFormat(store, locale)
  const t = await getTranslations({ locale, namespace: 'plan' })
  const layout = await getTranslations({ locale, namespace: 'layout' })
  const name = await planName(plan, locale)
  const [listed, ...others] = await listPlans(locale, [plan, ...siblings])
  if (!listed) notFound()
  const otherPlans = await Promise.all(
    siblings.map(async (one) => ({
      id: one.id,
      name: await planName(one, locale),
      price: <PlanPrice locale={locale} plan={one} money={money} />,
    })),
  )

  const crumbs = [
    { name: layout('nav.destinations'), href: localePath(locale, '/destinations') },
    { name: destination.name, href: localePath(locale, `/destinations/${destination.slug}`) },
  ]
  const heading = t('title', { name: destination.name, plan: name })
  const lead = t('lead')
  const questions = await planQuestions(locale, plan)
  const path = localePath(locale, `/plans/${planId}`)
  const offered = { heading, path, store: store.name, address: publicAddress }

  return (
    <main id="main">
      <EarlyInput />
      <StructuredData
        things={[planThing(plan, lead, offered), crumbsThing(crumbs, publicAddress), questionsThing(questions)]}
      />
      <div className="wrap">
        <Breadcrumbs label={layout('breadcrumbs')} crumbs={crumbs} />
      </div>
      <PlanChooser
        plan={{
          ...listed,
          name,
          place: destination.name,
          iso2: destination.iso2,
          needsStartDate: plan.needsStartDate,
          zone: destination.timeZone,
        }}
        others={others}
        labels={await planLabels(locale, { store, slug: destination.slug })}
        head={
          <div className="pb-7">
            <div className={destination.name.length > LONG_NAME ? 'place place-long' : 'place'}>
              <Flag iso2={destination.iso2} count={destination.countryCount} size="large" lazy={false} />
              <h1>{heading}</h1>
            </div>
            <p className="lead">{lead}</p>
            {destination.iso2 === null ? <CoverageGrid locale={locale} coverage={destination.coverage} /> : null}
          </div>
        }
        details={
          <>
            <PlanDetailList
              locale={locale}
              plan={plan}
              money={money}
              others={
                <AfterPaint>
                  <OtherPlans locale={locale} plans={otherPlans} />
                </AfterPaint>
              }
            />
            <AfterPaint hasRoom>
              <PhoneQuestion locale={locale} own={await getOwnDevices()} />
              <InstallSteps locale={locale} />
              <PlanQuestions locale={locale} questions={questions} />
            </AfterPaint>
          </>
        }
      />
      {store.countsVisits ? <VisitStep step="plan" own={store.currency} /> : null}
      <EarlyReplay />
    </main>
  )
}

async function planName({ amount, term }: ShopPlan, locale: Locale): Promise<string> {
  const t = await getTranslations({ locale, namespace: 'plan' })
  const text = formatAmount(amount, locale)
  if (term.kind === 'day_pass') return t('daily', { amount: text })

  return t('fixed', { amount: text, days: t('days', { count: term.days, n: String(term.days) }) })
}
