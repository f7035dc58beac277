import { useTranslations } from 'next-intl'
import { ReceiptRows } from '#components/orders/receipt-rows.tsx'
import type { OrderPage } from '#lib/settings/rules/shop.ts'

/** The receipt of an order, with the ways to have it on paper. */
export function Receipt({ order }: { order: OrderPage }) {
  const t = useTranslations('order.receipt')

  return (
    <section className="panel">
      <h2>{t('heading')}</h2>
      <dl className="pairs">
        <ReceiptRows order={order} />
      </dl>
      {order.captured.minor > 0 ? <PaperLinks orderId={order.id} /> : null}
    </section>
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
