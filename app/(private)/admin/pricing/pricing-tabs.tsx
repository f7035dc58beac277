import { getTranslations } from 'next-intl/server'
import { Link, TAB } from '#components/ui/admin/link.tsx'
import { TabStrip } from '#components/ui/admin/tab-strip.tsx'
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

  return (
    <TabStrip label={tAdmin('area.pricing')}>
      {(['rules', 'rate', 'currencies', 'promotions'] as const).map((tab) => (
        <Link key={tab} className={TAB} href={TABS[tab]} aria-current={tab === here ? 'page' : undefined}>
          {t(`view.${tab}`)}
        </Link>
      ))}
    </TabStrip>
  )
}
