import { useTranslations } from 'next-intl'
import { GoLink } from '#components/admin/go-link.tsx'
import { Mark } from '#components/admin/mark.tsx'
import { ScrollArea } from '#components/admin/scroll-area.tsx'
import { Sum } from '#components/admin/sum.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { CustomerRow } from '#lib/domain/admin-customers.ts'

/** Customers as rows, those who ordered last first; each leads to its page. */
export function CustomerTable({ rows, label }: { rows: CustomerRow[]; label: string }) {
  const t = useTranslations('admin-customers')

  return (
    <ScrollArea label={label}>
      <table className="a-tbl">
        <thead>
          <tr>
            <th scope="col">{t('customer')}</th>
            <th scope="col" className="a-num">
              {t('orders')}
            </th>
            <th scope="col" className="a-num">
              {t('esims')}
            </th>
            <th scope="col" className="a-num">
              {t('revenue')}
            </th>
            <th scope="col">{t('lastOrder')}</th>
            <th scope="col">{t('buying')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.personId} data-row>
              <th scope="row">
                <GoLink className="a-link" href={`/admin/customers/${row.personId}`}>
                  <bdi>{row.email}</bdi>
                </GoLink>
                {row.moreAddresses > 0 ? (
                  <span className="a-sub">{t('moreAddresses', { count: row.moreAddresses })}</span>
                ) : null}
              </th>
              <td className="a-num">{row.orders}</td>
              <td className="a-num">{row.cards}</td>
              <td className="a-num">
                <Revenue revenue={row.revenue} />
              </td>
              <td className="a-soft">{row.lastAt ? <LocalTime at={row.lastAt} show="date_time" /> : t('noOrder')}</td>
              <td>{row.isBlocked ? <Mark tone="stop">{t('blocked')}</Mark> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** Money taken less money given back, one currency below the other. */
export function Revenue({ revenue }: { revenue: CustomerRow['revenue'] }) {
  return revenue.map(({ currency, minor }, index) => (
    <span key={currency} className={index === 0 ? undefined : 'a-sub'}>
      <Sum minor={minor} currency={currency} />
    </span>
  ))
}
