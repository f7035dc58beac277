import { shopDetails } from '#app/(shop)/store.ts'
import { PhoneBlock, PlansBlock } from '#components/content/guide-blocks.tsx'
import { GuideText } from '#components/content/guide-text.tsx'
import { getDestination, getOwnDevices } from '#lib/catalog/queries/catalog.ts'
import type { ShownText } from '#lib/content/queries/guides.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import '#app/styles/guide.css'

/** A text of the operator in the shop, with the shop's own blocks in their places. */
export function ShopText({ locale, blocks, pictures }: ShownText & { locale: Locale }) {
  return (
    <GuideText
      {...{ blocks, pictures, locale }}
      plans={(place) => <Plans locale={locale} slug={place} />}
      phone={<Phone locale={locale} />}
    />
  )
}

async function Plans({ locale, slug }: { locale: Locale; slug: string }) {
  return <PlansBlock locale={locale} destination={await getDestination(locale, slug)} store={await shopDetails()} />
}

async function Phone({ locale }: { locale: Locale }) {
  return <PhoneBlock locale={locale} own={await getOwnDevices()} />
}
