import { getTranslations } from 'next-intl/server'
import { Tabs } from '#components/ui/admin/tabs.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'

const TABS = {
  rules: '/admin/pricing',
  rate: '/admin/pricing?view=rate',
  currencies: '/admin/pricing/currencies',
  promotions: '/admin/pricing/promotions',
} as const

/** The pages about prices. */
export async function PricingTabs({ here }: { here: keyof typeof TABS }) {
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'admin-pricing' })
  const tAdmin = await getTranslations({ locale: await privateLocale(), namespace: 'admin' })
  const all = Object.keys(TABS) as (keyof typeof TABS)[]

  return (
    <Tabs
      {...{ label: tAdmin('area.pricing'), all, here }}
      name={(tab) => t(`view.${tab}`)}
      href={(tab) => TABS[tab]}
    />
  )
}
