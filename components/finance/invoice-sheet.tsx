import { useTranslations } from 'next-intl'
import { PrintButton } from '#components/finance/print-button.tsx'
import { LinkList } from '#components/orders/link-list.tsx'
import { LocalTime, ZoneName } from '#components/orders/local-time.tsx'
import { MoneyAmount } from '#components/orders/money-amount.tsx'
import { ReceiptRow, ReceiptRows, SoldRows } from '#components/orders/receipt.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { StoreDetails } from '#components/ui/layout/store-details.tsx'
import { multiply, subtract } from '#lib/core/rules/money.ts'
import type { InvoiceView } from '#lib/finance/queries/admin-months.ts'
import { receiptSums } from '#lib/finance/rules/invoice.ts'
import type { OrderPage } from '#lib/settings/rules/shop.ts'

/** Who sold, at the head of a paper. */
function Seller({ store }: { store: StoreDetails }) {
  const t = useTranslations('order.invoice')

  return (
    <div>
      <p className="soft small">{t('seller')}</p>
      <address className="grid whitespace-pre-line wrap-anywhere not-italic">
        <b>{store.name}</b>
        {store.seller ? <span>{store.seller}</span> : null}
        {store.supportEmail ? <bdi>{store.supportEmail}</bdi> : null}
      </address>
    </div>
  )
}

type InvoiceSheetProps = { invoice: InvoiceView; order: OrderPage; store: StoreDetails }

/** An invoice on one page: who sold what to whom, when, for how much, and the tax in it. */
export function InvoiceSheet({ invoice, order, store }: InvoiceSheetProps) {
  const t = useTranslations('order.invoice')
  const tOrder = useTranslations('order')
  const { notCharged, refundedBefore, refundedSince } = invoice

  return (
    <article className="panel invoice">
      <header className="mb-5 flex flex-wrap justify-between gap-x-12 gap-y-4">
        <Seller store={store} />
        <div>
          <p className="soft small">{t('buyer')}</p>
          <address className="grid whitespace-pre-line wrap-anywhere not-italic">
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
      <dl className="pairs my-5">
        <SoldRows order={order} />
        {notCharged.minor > 0 ? (
          <ReceiptRow label={tOrder('receipt.notCharged')}>
            <MoneyAmount of={multiply(notCharged, -1)} />
          </ReceiptRow>
        ) : null}
        {refundedBefore.minor > 0 ? (
          <ReceiptRow label={tOrder('receipt.refunded')}>
            <MoneyAmount of={multiply(refundedBefore, -1)} />
          </ReceiptRow>
        ) : null}
        {invoice.tax.minor > 0 ? (
          <>
            <ReceiptRow label={t('net')}>
              <MoneyAmount of={subtract(invoice.total, invoice.tax)} />
            </ReceiptRow>
            <ReceiptRow label={tOrder('receipt.tax')}>
              <MoneyAmount of={invoice.tax} />
              {invoice.storeTax ? (
                <>
                  {' ('}
                  <MoneyAmount of={invoice.storeTax} />)
                </>
              ) : null}
            </ReceiptRow>
          </>
        ) : null}
        <ReceiptRow label={t('total')}>
          <b>
            <MoneyAmount of={invoice.total} />
          </b>
        </ReceiptRow>
      </dl>
      <p className="small soft">{t(order.isTest ? 'trial' : 'paid')}</p>
      {refundedSince.minor > 0 ? (
        <p className="small">{t.rich('refunded', { sum: () => <MoneyAmount of={refundedSince} /> })}</p>
      ) : null}
      <p className="no-print mt-5">
        <PrintButton label={t('print')} />
      </p>
    </article>
  )
}

/** A receipt on one page: who sold what, when, what was taken for it, what went back, and what it came to. */
export function ReceiptSheet({ order, store }: { order: OrderPage; store: StoreDetails }) {
  const t = useTranslations('order.receipt')
  const invoice = useTranslations('order.invoice')
  const { kept, keptTax } = receiptSums(order)

  return (
    <article className="panel invoice">
      <header className="mb-5 flex flex-wrap justify-between gap-x-12 gap-y-4">
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
      <dl className="pairs my-5">
        <ReceiptRows order={order} />
        <ReceiptRow label={t('paidInTheEnd')}>
          <b>
            <MoneyAmount of={kept} />
          </b>
        </ReceiptRow>
        {keptTax.minor === order.tax.minor ? null : (
          <ReceiptRow label={t('taxInTheEnd')}>
            <MoneyAmount of={keptTax} />
          </ReceiptRow>
        )}
      </dl>
      <p className="small soft">{t(order.isTest ? 'trial' : 'noInvoice')}</p>
      <p className="no-print mt-5">
        <PrintButton label={invoice('print')} />
      </p>
    </article>
  )
}

/** The invoices that were made for an order. */
export function InvoiceList({ orderId, invoices }: { orderId: string; invoices: InvoiceView[] }) {
  const t = useTranslations('order.invoice')

  return (
    <LinkList>
      {invoices.map((invoice) => (
        <li key={invoice.id}>
          <a href={`/o/${orderId}/invoices/${invoice.id}`}>
            <span>
              <b>
                <bdi>{t('number', { number: invoice.number })}</bdi>
              </b>
              <small>
                <bdi>{invoice.company || t('forgotten')}</bdi>
              </small>
              <small>
                <LocalTime at={invoice.issuedAt} show="date" /> · <MoneyAmount of={invoice.total} />
              </small>
            </span>
            <Icon name="next" className="soft" />
          </a>
        </li>
      ))}
    </LinkList>
  )
}
