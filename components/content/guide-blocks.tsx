import { getTranslations } from 'next-intl/server'
import { listPlans, priceFormat } from '#components/catalog/listed-plan.ts'
import { deviceLabels, ticketLabels } from '#components/catalog/plan-labels.ts'
import { DeviceCheck, GuidePlans } from '#components/content/block-scripts.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import type { ShopCurrencies } from '#components/ui/layout/store-details.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { DeviceFamily } from '#lib/settings/rules/own-devices.ts'
import type { Destination } from '#lib/settings/rules/shop.ts'

const SHOWN_PLANS = 5

type PlansBlockProps = { locale: Locale; destination: Destination | null; store: ShopCurrencies }

/** The cheapest plans of a destination, and the way to all of them. Nothing where none is on sale. */
export async function PlansBlock({ locale, destination, store }: PlansBlockProps) {
  if (!destination || destination.plans.length === 0) return null
  const t = await getTranslations({ locale, namespace: 'shop' })
  const { name, slug, iso2, countryCount, plans } = destination

  return (
    <section className="guide-plans" aria-label={t('destination.title', { name })}>
      <header>
        <Flag iso2={iso2} count={countryCount} size="small" />
        <b>{t('destination.title', { name })}</b>
        <ButtonLink size="small" href={localePath(locale, `/destinations/${slug}`)}>
          {t('region.seePlans')}
          <span className="sr-only">: {name}</span>
        </ButtonLink>
      </header>
      <GuidePlans
        plans={await listPlans(locale, plans.slice(0, SHOWN_PLANS))}
        labels={await ticketLabels(locale, priceFormat(store, locale))}
      />
    </section>
  )
}

/** The check whether a telephone can do it. */
export async function PhoneBlock({ locale, own }: { locale: Locale; own: readonly DeviceFamily[] }) {
  return (
    <Panel>
      <DeviceCheck labels={await deviceLabels(locale)} own={own} />
    </Panel>
  )
}
