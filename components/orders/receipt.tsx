import { useLocale, useTranslations } from 'next-intl'
import { History } from '#components/orders/history.tsx'
import { OrderPart } from '#components/orders/order-part.tsx'
import { ReceiptRows } from '#components/orders/receipt-rows.tsx'
import { sumText } from '#components/orders/sum.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { OrderPage } from '#lib/settings/rules/shop.ts'

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
