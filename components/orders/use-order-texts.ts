import { useLocale, useTranslations } from 'next-intl'
import { type Bought, daySpanText, planText } from '#components/orders/order-texts.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { addDays, parseCalendarDate } from '#lib/core/rules/calendar-days.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

type BoughtThere = Bought & { destination: { name: string } }

/** Returns how a plan is named under its destination, at the top of its own box. */
export function usePlanTitle(): (plan: BoughtThere) => string {
  const t = useTranslations('checkout.plan')
  const order = useTranslations('order')
  const locale = toLocale(useLocale())

  return (plan) => t('title', { destination: plan.destination.name, plan: planText(order, plan, locale) })
}

/** Returns how an item is named on a line with its price: how many, where, and what. */
export function useItemText(): (item: BoughtThere & { count: number }) => string {
  const t = useTranslations('order')
  const locale = toLocale(useLocale())

  return (item) =>
    t('receipt.item', {
      count: item.count,
      destination: item.destination.name,
      plan: planText(t, item, locale),
    })
}

/** Returns the days that an offer covers, `null` where its buyer need not choose the first. */
export function useQuoteDates(): (quote: Pick<QuoteView, 'startDate' | 'days'>) => string | null {
  const t = useTranslations('checkout.plan')
  const locale = toLocale(useLocale())

  return ({ startDate, days }) => {
    const first = startDate === null ? null : parseCalendarDate(startDate)

    return first && t('dates', { span: daySpanText(first, addDays(first, days - 1), locale) })
  }
}
