import { useTranslations } from 'next-intl'
import { PrintButton } from '#components/finance/print-button.tsx'
import { Seller } from '#components/finance/seller.tsx'
import { LocalTime, ZoneName } from '#components/orders/local-time.tsx'
import { ReceiptRow, ReceiptRows } from '#components/orders/receipt-rows.tsx'
import { Sum } from '#components/orders/sum.tsx'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import { receiptSums } from '#lib/finance/rules/invoice.ts'
import type { OrderPage } from '#lib/settings/rules/shop.ts'

type ReceiptSheetProps = { order: OrderPage; store: StoreFacts }

/** A receipt on one page: who sold what, when, what was taken for it, what went back, and what it came to. */
export function ReceiptSheet({ order, store }: ReceiptSheetProps) {
  const t = useTranslations('order.receipt')
  const invoice = useTranslations('order.invoice')
  const { kept, keptTax } = receiptSums(order)

  return (
    <article className="panel invoice">
      <header className="invoice-head">
        <Seller store={store} />
      </header>
      <dl className="pairs">
        <ReceiptRow label={invoice('order')}>
          <bdi>{order.number}</bdi>
        </ReceiptRow>
        <ReceiptRow label={t('ordered')}>
          <LocalTime at={order.createdAt} show="date" /> (<ZoneName at={order.createdAt} />)
        </ReceiptRow>
        {order.paidAt ? (
          <ReceiptRow label={t('paid')}>
            <LocalTime at={order.paidAt} show="date" /> (<ZoneName at={order.paidAt} />)
          </ReceiptRow>
        ) : null}
      </dl>
      <dl className="pairs invoice-sums">
        <ReceiptRows order={order} />
        <ReceiptRow label={t('paidInTheEnd')}>
          <b>
            <Sum of={kept} />
          </b>
        </ReceiptRow>
        {keptTax.minor === order.tax.minor ? null : (
          <ReceiptRow label={t('taxInTheEnd')}>
            <Sum of={keptTax} />
          </ReceiptRow>
        )}
      </dl>
      <p className="small soft">{t(order.isTest ? 'trial' : 'noInvoice')}</p>
      <p className="no-print">
        <PrintButton label={invoice('print')} />
      </p>
    </article>
  )
}
