'use client'

import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { NetworkStatus } from '#components/reconciliation/admin/sides-table.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Button } from '#components/ui/button.tsx'
import type { FoundPage } from '#lib/reconciliation/client/reconciliation.ts'

type FoundOrdersProps = { page: FoundPage; onMore: (() => void) | null }

/** A page of the network's orders, under the days that were really asked for. */
export function FoundOrders({ page, onMore }: FoundOrdersProps) {
  const t = useTranslations('admin-reconciliation.found')
  const { rows, from, to, total } = page

  return (
    <>
      <p className="a-emptyline">
        {t('window', { from, to, total: total ?? rows.length, page: page.page })}
        {rows.length === 0 ? ` ${t('none')}` : ''}
      </p>
      {rows.length > 0 ? (
        <DataTable
          label={t('title')}
          heads={[
            t('order'),
            t('ours'),
            t('plan'),
            t('status'),
            t('cards'),
            { head: t('cost'), className: 'a-num' },
            { head: t('created'), className: 'a-num' },
          ]}
        >
          {rows.map((row) => (
            <tr key={row.orderNum}>
              <th scope="row" className="a-id">
                {row.orderNum}
              </th>
              <td>
                {row.order ? (
                  <GoLink className="a-id a-link" href={`/admin/orders/${row.order.id}`}>
                    {row.order.number}
                  </GoLink>
                ) : (
                  t('noneOfOurs')
                )}
              </td>
              <td className="a-wrap">
                <bdi>{row.plan ?? '-'}</bdi>
                <span className="a-sub">
                  {t('count', { count: row.count ?? 0 })}
                  {row.isTopUp ? `, ${t('topUp')}` : ''}
                </span>
              </td>
              <td>
                <NetworkStatus status={row.status} />
              </td>
              <td>
                {row.cards.map((iccid) => (
                  <span key={iccid} className="a-id a-cards">
                    {iccid}
                  </span>
                ))}
              </td>
              <td className="a-num">{row.cost ?? '-'}</td>
              <td className="a-num a-soft">
                {row.createdAt ? <LocalTime at={new Date(row.createdAt)} show="moment" /> : '-'}
              </td>
            </tr>
          ))}
        </DataTable>
      ) : null}
      {onMore ? (
        <p className="a-pager">
          <Button onClick={onMore}>{t('more')}</Button>
        </p>
      ) : null}
    </>
  )
}
