import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { History } from '#components/orders/history.tsx'
import { MoneyAmount, sumText } from '#components/orders/money-amount.tsx'
import { OrderPart } from '#components/orders/order-part.tsx'
import { planText } from '#components/orders/plan-text.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { add, multiply } from '#lib/core/rules/money.ts'
import { receiptSums } from '#lib/finance/rules/invoice.ts'
import type { OrderPage } from '#lib/settings/rules/shop.ts'

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
  const tOrder = useTranslations('order')
  const locale = toLocale(useLocale())

  return (
    <>
      {order.items.map((item) => (
        <ReceiptRow
          key={item.id}
          label={t('item', {
            count: item.count,
            destination: item.destination.name,
            plan: planText(tOrder, item, locale),
          })}
        >
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
