import { useLocale, useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { sumText } from '#components/orders/money-amount.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { money } from '#lib/core/rules/money.ts'
import type { ItemView, OrderEventView, OrderPage } from '#lib/settings/rules/shop.ts'

const SAME_DAY_MS = 12 * 3_600_000

const EVENT =
  'grid grid-cols-[minmax(4.5rem,auto)_1fr] gap-4 border-line py-2.5 not-first:border-t max-[380px]:grid-cols-1 max-[380px]:gap-0.5 [&>time]:font-semibold [&>time]:tabular-nums'

type HistoryProps = { order: Pick<OrderPage, 'history' | 'items' | 'total'>; heading: string }

/** What happened, in words and in order. A kind without words of its own still shows that something did. */
export function History({ order, heading }: HistoryProps) {
  const t = useTranslations('order.history')
  const { history: events, items } = order
  const { currency } = order.total
  const locale = toLocale(useLocale())
  const first = events[0]?.at

  return (
    <Panel className="no-print">
      <h2>{heading}</h2>
      {events.length === 0 ? <p className="soft">{t('empty')}</p> : null}
      <ol>
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only ever grows at its end.
          <li key={index} className={EVENT}>
            <LocalTime at={event.at} show={isSameDay(first, event.at) ? 'time' : 'moment'} />
            <span>
              {ofItem(items.length > 1 ? items.find(({ id }) => id === event.itemId) : undefined, {
                label: eventText(event, { t, locale, currency }),
                t,
              })}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function isSameDay(first: Date | undefined, at: Date): boolean {
  return first === undefined || at.getTime() - first.getTime() < SAME_DAY_MS
}

// Where an order has several plans, what happened to one of them says to which.
function ofItem(item: ItemView | undefined, { label, t }: { label: string; t: HistoryContext['t'] }): string {
  return item ? t('ofLine', { item: item.destination.name, words: label }) : label
}

type HistoryContext = { t: ReturnType<typeof useTranslations<'order.history'>>; locale: Locale; currency: CurrencyCode }

// The fullest sentence that the facts of an event allow.
function eventText({ kind, data }: OrderEventView, { t, locale, currency }: HistoryContext): string {
  const minor = data.amountMinor
  if (typeof minor === 'number' && t.has(`${kind}Sum`)) {
    return t(`${kind}Sum`, { sum: sumText(money(minor, currency), locale), way: String(data.way) })
  }
  if (data.by === 'share' && t.has(`${kind}Shared`)) return t(`${kind}Shared`)
  if (typeof data.cards === 'number' && t.has(`${kind}Cards`)) return t(`${kind}Cards`, { esims: data.cards })

  return t.has(kind) ? t(kind, { last4: String(data.last4 ?? '') }) : t('other')
}
