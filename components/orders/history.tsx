import { useLocale, useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { parseCurrency } from '#lib/domain/currency.ts'
import { formatMoney, money } from '#lib/domain/money.ts'
import type { OrderEventView } from '#lib/domain/shop.ts'
import { type Locale, toLocale } from '#lib/i18n/config.ts'
import { moneyTag } from '#lib/i18n/formats.ts'

const SAME_DAY_MS = 12 * 3_600_000

/** What happened, in words and in order. A kind without words of its own still shows that something did. */
export function History({ events, heading }: { events: OrderEventView[]; heading: string }) {
  const t = useTranslations('order.history')
  const locale = toLocale(useLocale())
  const first = events[0]?.at

  return (
    <section className="section no-print">
      <h2 className="history-title">{heading}</h2>
      {events.length === 0 ? <p className="soft">{t('empty')}</p> : null}
      <ol className="history">
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only ever grows at its end.
          <li key={index}>
            <LocalTime at={event.at} show={isSameDay(first, event.at) ? 'time' : 'moment'} />
            <span>{t.has(event.kind) ? t(event.kind, valuesOf(event, locale)) : t('other')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function isSameDay(first: Date | undefined, at: Date): boolean {
  return first === undefined || at.getTime() - first.getTime() < SAME_DAY_MS
}

// Sums travel as minor units with their currency, and are written only here.
function valuesOf({ data }: OrderEventView, locale: Locale): Record<string, string | number> {
  const currency = parseCurrency(String(data.currency ?? ''))
  const minor = Number(data.minor)
  if (currency === null || !Number.isSafeInteger(minor)) return data

  return { ...data, sum: formatMoney(money(minor, currency), moneyTag(locale)) }
}
