import { useTranslations } from 'next-intl'
import { PrintButton } from '#components/finance/print-button.tsx'
import { Seller } from '#components/finance/seller.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ReceiptRow, SoldRows } from '#components/orders/receipt-rows.tsx'
import { Sum } from '#components/orders/sum.tsx'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import { multiply, subtract } from '#lib/core/rules/money.ts'
import type { InvoiceView } from '#lib/finance/rules/invoice.ts'
import type { OrderPage } from '#lib/settings/rules/shop.ts'

type InvoiceSheetProps = { invoice: InvoiceView; order: OrderPage; store: StoreFacts }

/** An invoice on one page: who sold what to whom, when, for how much, and the tax in it. */
export function InvoiceSheet({ invoice, order, store }: InvoiceSheetProps) {
  const t = useTranslations('order.invoice')
  const words = useTranslations('order')
  const notCharged = subtract(order.total, invoice.total)

  return (
    <article className="panel invoice">
      <header className="invoice-head">
        <Seller store={store} />
        <div>
          <p className="soft small">{t('buyer')}</p>
          <address>
            <b>
              <bdi>{invoice.company || t('forgotten')}</bdi>
            </b>
            <span>
              <bdi>{invoice.postalAddress}</bdi>
            </span>
            {invoice.taxNumber ? (
              <span>{t.rich('taxLine', { number: () => <bdi>{invoice.taxNumber}</bdi> })}</span>
            ) : null}
          </address>
        </div>
      </header>
      <dl className="pairs">
        <ReceiptRow label={t('numberLabel')}>
          <bdi>{invoice.number}</bdi>
        </ReceiptRow>
        <ReceiptRow label={t('issued')}>
          <LocalTime at={invoice.issuedAt} show="date" zone="UTC" /> (<bdi>GMT</bdi>)
        </ReceiptRow>
        <ReceiptRow label={t('order')}>
          <bdi>{order.number}</bdi>
        </ReceiptRow>
        <ReceiptRow label={t('supplied')}>
          <LocalTime at={order.paidAt ?? order.createdAt} show="date" zone="UTC" /> (<bdi>GMT</bdi>)
        </ReceiptRow>
      </dl>
      <dl className="pairs invoice-sums">
        <SoldRows order={order} />
        {notCharged.minor > 0 ? (
          <ReceiptRow label={words('receipt.notCharged')}>
            <Sum of={multiply(notCharged, -1)} />
          </ReceiptRow>
        ) : null}
        {invoice.tax.minor > 0 ? (
          <>
            <ReceiptRow label={t('net')}>
              <Sum of={subtract(invoice.total, invoice.tax)} />
            </ReceiptRow>
            <ReceiptRow label={t('tax')}>
              <Sum of={invoice.tax} />
            </ReceiptRow>
          </>
        ) : null}
        <ReceiptRow label={t('total')}>
          <b>
            <Sum of={invoice.total} />
          </b>
        </ReceiptRow>
      </dl>
      <p className="small soft">{t(order.isTest ? 'trial' : 'paid')}</p>
      {order.refunded.minor > 0 ? (
        <p className="small">{t.rich('refunded', { sum: () => <Sum of={order.refunded} /> })}</p>
      ) : null}
      <p className="no-print">
        <PrintButton label={t('print')} />
      </p>
    </article>
  )
}
