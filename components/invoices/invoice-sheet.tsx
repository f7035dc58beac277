import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PrintButton } from '#components/invoices/print-button.tsx'
import type { StoreFacts } from '#components/layout/store-facts.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { planText } from '#components/orders/plan-text.ts'
import { Sum } from '#components/orders/sum.tsx'
import type { InvoiceView } from '#lib/domain/invoice.ts'
import { add, multiply, subtract } from '#lib/domain/money.ts'
import type { OrderPage } from '#lib/domain/shop.ts'
import { toLocale } from '#lib/i18n/config.ts'

type InvoiceSheetProps = { invoice: InvoiceView; order: OrderPage; store: StoreFacts }

/** An invoice on one page: who sold what to whom, when, for how much, and the tax in it. */
export function InvoiceSheet({ invoice, order, store }: InvoiceSheetProps) {
  const t = useTranslations('order.invoice')
  const words = useTranslations('order')
  const locale = toLocale(useLocale())
  const notCharged = subtract(order.total, invoice.total)

  return (
    <article className="panel invoice">
      <header className="invoice-head">
        <div>
          <p className="soft small">{t('seller')}</p>
          <address>
            <b>{store.name}</b>
            {store.seller ? <span>{store.seller}</span> : null}
            {store.supportEmail ? <bdi>{store.supportEmail}</bdi> : null}
          </address>
        </div>
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
        <Pair label={t('numberLabel')}>
          <bdi>{invoice.number}</bdi>
        </Pair>
        <Pair label={t('issued')}>
          <LocalTime at={invoice.issuedAt} show="date" zone="UTC" />
        </Pair>
        <Pair label={t('order')}>
          <bdi>{order.number}</bdi>
        </Pair>
        <Pair label={t('supplied')}>
          <LocalTime at={order.paidAt ?? order.createdAt} show="date" zone="UTC" />
        </Pair>
      </dl>
      <dl className="pairs invoice-sums">
        {order.lines.map((line) => (
          <Pair
            key={line.id}
            label={words('receipt.item', {
              count: line.count,
              destination: line.destination.name,
              plan: planText(words, line, locale),
            })}
          >
            <Sum of={add(line.price, line.discount)} />
          </Pair>
        ))}
        {order.vouchers.map(({ code, amount }) => (
          <Pair key={code} label={words.rich('receipt.voucher', { code, b: (text) => <bdi>{text}</bdi> })}>
            <Sum of={multiply(amount, -1)} />
          </Pair>
        ))}
        {notCharged.minor > 0 ? (
          <Pair label={words('receipt.notCharged')}>
            <Sum of={multiply(notCharged, -1)} />
          </Pair>
        ) : null}
        {invoice.tax.minor > 0 ? (
          <>
            <Pair label={t('net')}>
              <Sum of={subtract(invoice.total, invoice.tax)} />
            </Pair>
            <Pair label={t('tax')}>
              <Sum of={invoice.tax} />
            </Pair>
          </>
        ) : null}
        <Pair label={t('total')}>
          <b>
            <Sum of={invoice.total} />
          </b>
        </Pair>
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

function Pair({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
