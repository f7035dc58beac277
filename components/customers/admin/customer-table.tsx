'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { boughtAddress } from '#components/customers/admin/bought-address.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { type Column, RowCells, shownColumns } from '#components/ui/admin/list-table.tsx'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import type { ListColumn } from '#lib/core/rules/list-columns.ts'
import type { CustomerRow } from '#lib/customers/rules/admin-customers.ts'

type CustomerTableProps = { rows: CustomerRow[]; label: string; hidden: readonly ListColumn<'customers'>[] }

/** Customers as rows, those who ordered last first; each leads to its page. */
export function CustomerTable({ rows, label, hidden }: CustomerTableProps) {
  const t = useTranslations('admin-customers')
  const columns = shownColumns(useColumns(), hidden)

  return (
    <DataTable label={label} heads={[t('customer'), ...columns]}>
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
          <RowCells columns={columns} row={row} />
        </tr>
      ))}
    </DataTable>
  )
}

function useColumns(): Column<CustomerRow, ListColumn<'customers'>>[] {
  const t = useTranslations('admin-customers')

  return [
    {
      name: 'orders',
      head: t('orders'),
      className: 'a-num',
      cell: ({ personId, orders }) => <Behind href={boughtAddress('orders', personId)}>{orders}</Behind>,
    },
    {
      name: 'esims',
      head: t('esims'),
      className: 'a-num',
      cell: ({ personId, esims }) => <Behind href={boughtAddress('cards', personId)}>{esims}</Behind>,
    },
    {
      name: 'revenue',
      head: t('revenue'),
      className: 'a-num',
      cell: ({ personId, revenue }) => (
        <Behind href={boughtAddress('orders', personId)}>
          <Revenue revenue={revenue} />
        </Behind>
      ),
    },
    {
      name: 'lastOrder',
      head: t('lastOrder'),
      className: 'a-soft',
      cell: ({ lastAt }) => (lastAt ? <LocalTime at={lastAt} show="date_time" /> : t('noOrder')),
    },
    {
      name: 'buying',
      head: t('buying'),
      cell: ({ isBlocked }) => (isBlocked ? <Mark tone="stop">{t('blocked')}</Mark> : null),
    },
  ]
}

/** A figure that opens its rows. */
export function Behind({ href, children }: { href: string; children: ReactNode }) {
  return (
    <GoLink className="a-link" href={href}>
      {children}
    </GoLink>
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
