import { useLocale, useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { dayText } from '#components/orders/order-texts.ts'
import { networkMidnight } from '#lib/catalog/rules/trip.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { parseCalendarDate } from '#lib/core/rules/calendar-days.ts'
import type { PlanLabel } from '#lib/orders/rules/admin-orders.ts'

/** A plan in a list: destination where it is not said beside it, amount, days, and how many. */
export function PlanName({ plan }: { plan: PlanLabel }) {
  const text = usePlanText()

  return <span>{text(plan)}</span>
}

/** Returns the words for a plan, for places that take text only. The messages keep Latin names apart in Arabic. */
export function usePlanText(): (plan: PlanLabel) => string {
  const t = useTranslations('admin.plan')

  return ({ destination, amount, days, count }) => {
    const what = days === null ? t('alone', { amount }) : t('term', { amount, days })
    const whole = destination === null ? what : t('named', { destination, what })

    return count === null ? whole : `${whole} ×${count}`
  }
}

/** The day that a buyer chose for a plan to begin, with the moment that it means. Nothing where none was asked for. */
export function PlanStart({ date }: { date: string | null }) {
  const t = useTranslations('admin.lines')
  const locale = toLocale(useLocale())
  const day = date === null ? null : parseCalendarDate(date)
  if (day === null) return null

  return (
    <span className="a-sub">
      {t.rich('starts', {
        day: dayText(day, locale),
        local: () => <LocalTime at={networkMidnight(day)} show="moment" />,
      })}
    </span>
  )
}
