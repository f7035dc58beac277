import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { MoneyAmount, sumText } from '#components/orders/money-amount.tsx'
import { OrderPart } from '#components/orders/order-part.tsx'
import { useItemText } from '#components/orders/use-order-texts.ts'
import { Panel } from '#components/ui/panel.tsx'
import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import { type CurrencyCode, currencyCodes } from '#lib/core/rules/currency.ts'
import { add, money, multiply } from '#lib/core/rules/money.ts'
import { receiptSums } from '#lib/finance/rules/invoice.ts'
import type { ItemView, OrderEventView, OrderPage } from '#lib/settings/rules/shop.ts'

/** What was bought, what it cost, what was taken and what went back: the rows of a receipt. */
export function ReceiptRows({ order }: { order: OrderPage }) {
  const t = useTranslations('order.receipt')
  const { notCharged } = receiptSums(order)

  return (
    <>
      <SoldRows order={order} />
      <ReceiptRow label={t('tax')}>
        {order.tax.minor > 0 ? t.rich('taxSum', { sum: () => <MoneyAmount of={order.tax} /> }) : t('taxIncluded')}
      </ReceiptRow>
      <ReceiptRow label={t('total')}>
        <MoneyAmount of={order.total} />
      </ReceiptRow>
      <ReceiptRow label={t('captured')}>
        <MoneyAmount of={order.captured} />
      </ReceiptRow>
      {order.captured.minor > 0 && notCharged.minor > 0 ? (
        <ReceiptRow label={t('notCharged')}>
          <MoneyAmount of={notCharged} />
        </ReceiptRow>
      ) : null}
      {order.items.length > 1
        ? order.items
            .filter(({ refunded }) => refunded.minor > 0)
            .map((item) => (
              <ReceiptRow key={item.id} label={t('refundedFor', { destination: item.destination.name })}>
                <MoneyAmount of={item.refunded} />
              </ReceiptRow>
            ))
        : null}
      {order.refunded.minor > 0 ? (
        <ReceiptRow label={t('refunded')}>
          <MoneyAmount of={order.refunded} />
        </ReceiptRow>
      ) : null}
    </>
  )
}

/** What was bought at its price, and the codes that took something off. */
export function SoldRows({ order }: { order: OrderPage }) {
  const t = useTranslations('order.receipt')
  const itemText = useItemText()

  return (
    <>
      {order.items.map((item) => (
        <ReceiptRow key={item.id} label={itemText(item)}>
          <MoneyAmount of={add(item.price, item.discount)} />
        </ReceiptRow>
      ))}
      {order.vouchers.map(({ code, amount }) => (
        <ReceiptRow key={code} label={t.rich('voucher', { code, b: (text) => <bdi>{text}</bdi> })}>
          <MoneyAmount of={multiply(amount, -1)} />
        </ReceiptRow>
      ))}
    </>
  )
}

/** A row of a receipt or an invoice: what for, and how much. */
export function ReceiptRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What an order cost, with the ways to have it on paper, and what happened to it. */
export function ReceiptPart({ order }: { order: OrderPage }) {
  const t = useTranslations('order.receipt')
  const history = useTranslations('order.history')
  const locale = toLocale(useLocale())
  const { total, refunded } = order
  const sum = sumText(total, locale)

  return (
    <OrderPart
      id="receipt"
      icon="payment"
      name={t('heading')}
      state={refunded.minor > 0 ? t('sumRefunded', { sum, refunded: sumText(refunded, locale) }) : sum}
    >
      <div className="panel">
        <dl className="pairs">
          <ReceiptRows order={order} />
        </dl>
        {order.captured.minor > 0 ? <PaperLinks orderId={order.id} /> : null}
      </div>
      <History order={order} heading={history('heading')} />
    </OrderPart>
  )
}

/** Leads to the receipt and to an invoice, each to be printed or kept. */
export function PaperLinks({ orderId }: { orderId: string }) {
  const t = useTranslations('order.receipt')

  return (
    <p className="small no-print flex flex-wrap gap-x-4 gap-y-1 mt-2.5">
      <a className="text-link" href={`/o/${orderId}/receipt`}>
        {t('keep')}
      </a>
      <a className="text-link" href={`/o/${orderId}/invoices`}>
        {t('invoice')}
      </a>
    </p>
  )
}

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

// What came in another currency than the order's goes back in it.
function currencyOf({ currency }: OrderEventView['data']): CurrencyCode | undefined {
  return currencyCodes.find((code) => code === currency)
}

// The fullest sentence that the facts of an event allow.
function eventText({ kind, data }: OrderEventView, { t, locale, currency }: HistoryContext): string {
  const minor = data.amountMinor
  if (typeof minor === 'number' && t.has(`${kind}Sum`)) {
    return t(`${kind}Sum`, { sum: sumText(money(minor, currencyOf(data) ?? currency), locale), way: String(data.way) })
  }
  if (data.reason === 'late' && t.has(`${kind}Late`)) return t(`${kind}Late`)
  if (data.reason === 'over' && t.has(`${kind}Over`)) return t(`${kind}Over`)
  if (data.by === 'share' && t.has(`${kind}Shared`)) return t(`${kind}Shared`)
  if (typeof data.cards === 'number' && t.has(`${kind}Cards`)) return t(`${kind}Cards`, { esims: data.cards })

  return t.has(kind) ? t(kind, { last4: String(data.last4 ?? '') }) : t('other')
}
