import { useLocale, useTranslations } from 'next-intl'
import { dayText } from '#components/orders/day-text.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { parseCalendarDate } from '#lib/domain/calendar-days.ts'
import { networkMidnight } from '#lib/domain/trip.ts'
import { toLocale } from '#lib/i18n/config.ts'

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
