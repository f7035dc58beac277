import { getTranslations } from 'next-intl/server'
import { Price } from '#components/ui/price.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import type { PriceFormat } from '#lib/core/i18n/formats.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

/** What a plan costs, by the day where it is sold so. */
export async function PlanPrice({ locale, plan, money }: { locale: Locale; plan: ShopPlan; money: PriceFormat }) {
  const t = await getTranslations({ locale, namespace: 'plan.howMany' })
  const isDaily = plan.term.kind === 'day_pass'

  return (
    <Price
      minor={plan.price.minor}
      money={money}
      isMetric={isDaily}
      text={isDaily ? (t.raw('aDay') as string) : undefined}
    />
  )
}
