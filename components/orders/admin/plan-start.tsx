import { useLocale, useTranslations } from 'next-intl'
import { dayText } from '#components/orders/day-text.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { networkMidnight } from '#lib/catalog/rules/trip.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { parseCalendarDate } from '#lib/core/rules/calendar-days.ts'

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
