import { useTranslations } from 'next-intl'
import { LinkList } from '#components/orders/link-list.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { MoneyAmount } from '#components/orders/money-amount.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { InvoiceView } from '#lib/finance/queries/admin-months.ts'

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
