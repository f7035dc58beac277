import { useTranslations } from 'next-intl'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import type { PriceView } from '#lib/pricing/rules/admin-pricing.ts'

/** The price of a plan; what it would cost that is not on sale stands struck out. */
export function SalePrice({ sale, currency }: { sale: PriceView; currency: string }) {
  const t = useTranslations('admin-catalogue.plans')
  const minor = sale.price?.minor ?? sale.wouldBeMinor
  const text = minor === null ? t('none') : <Sum minor={minor} currency={currency} bare />

  return sale.price ? text : <span className="a-was">{text}</span>
}

/** Whether a plan is on sale, or the one reason why it is not. */
export function SaleAnswer({ sale: { reason } }: { sale: PriceView }) {
  const t = useTranslations('admin')
  const own = useTranslations('admin-catalogue.plans')
  if (reason === null) return <Mark tone="ok">{own('onSale')}</Mark>

  return <Mark tone={reason === 'below_floor' ? 'stop' : 'plain'}>{t(`unsoldReason.${reason}`)}</Mark>
}
