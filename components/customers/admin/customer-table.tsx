'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { boughtAddress } from '#components/customers/admin/bought-panels.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { Mark } from '#components/ui/admin/panel.tsx'
import { CustomerLink } from '#components/ui/admin/record-links.tsx'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import type { CustomerRow } from '#lib/customers/queries/admin-customers.ts'

type Hidden = readonly ListColumn<'customers'>[]

/** Customers as rows, those who ordered last first; each leads to its page. */
export function CustomerTable({ rows, label, hidden }: { rows: CustomerRow[]; label: string; hidden: Hidden }) {
  const t = useTranslations('admin.label')

  return (
    <ListTable
      rows={rows}
      keyOf={({ personId }) => personId}
      {...{ label, columns: useColumns(), hidden }}
      first={[{ head: t('customer'), isName: true, cell: (row) => <Customer row={row} /> }]}
    />
  )
}

export function CustomerColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="customers" columns={useColumns()} hidden={hidden} />
}

function Customer({ row: { personId, email, moreAddresses } }: { row: CustomerRow }) {
  const t = useTranslations('admin-customers')

  return (
    <>
      <CustomerLink id={personId} name={email} />
      {moreAddresses > 0 ? <span className="a-sub">{t('moreAddresses', { count: moreAddresses })}</span> : null}
    </>
  )
}

function useColumns(): Column<CustomerRow, ListColumn<'customers'>>[] {
  const t = useTranslations('admin-customers')
  const tAdmin = useTranslations('admin')

  return [
    {
      name: 'orders',
      head: tAdmin('area.orders'),
      className: 'a-num',
      cell: ({ personId, orders }) => <Behind href={boughtAddress('orders', personId)}>{orders}</Behind>,
    },
    {
      name: 'esims',
      head: tAdmin('area.cards'),
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
      cell: ({ lastAt }) => (lastAt ? <LocalTime at={lastAt} show="date_time" /> : tAdmin('label.noneYet')),
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
    <Link className="a-link" href={href}>
      {children}
    </Link>
  )
}

/** Money taken less money given back, one currency below the other. */
export function Revenue({ revenue }: { revenue: CustomerRow['revenue'] }) {
  return revenue.map(({ currency, minor }, index) => (
    <span key={currency} className={index === 0 ? undefined : 'a-sub'}>
      <MoneyAmount minor={minor} currency={currency} />
    </span>
  ))
}
