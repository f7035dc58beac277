import { useTranslations } from 'next-intl'
import { DataTable } from '#components/admin/data-table.tsx'
import { ExactSum } from '#components/admin/exact-sum.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { hasWords, knownWords } from '#components/admin/known-words.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { LossRow } from '#lib/domain/loss-ledger.ts'

/** Losses, each with the order that it comes from and the network's order that was paid for nothing. */
export function LossTable({ rows, label }: { rows: LossRow[]; label: string }) {
  const t = useTranslations('admin-finance')

  return (
    <DataTable
      label={label}
      heads={[t('when'), t('order'), t('what'), t('losses.network'), { head: t('losses.amount'), className: 'a-num' }]}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </DataTable>
  )
}

function Row({ row }: { row: LossRow }) {
  const t = useTranslations('admin-finance')
  const admin = useTranslations('admin')
  const { at, kind, amount, currency, order, orderNum } = row

  return (
    <tr data-row>
      <td className="a-soft">
        <LocalTime at={at} show="moment" />
      </td>
      <td>
        {order ? (
          <GoLink className="a-id a-link" href={`/admin/orders/${order.id}`}>
            {order.number}
          </GoLink>
        ) : (
          <span className="a-soft">{t('payments.noOrder')}</span>
        )}
      </td>
      <th scope="row" className="a-wrap">
        {hasWords(t, 'losses.kind', kind) ? knownWords(t, 'losses.kind', kind) : knownWords(admin, 'finding', kind)}
      </th>
      <td>
        {orderNum ? (
          <GoLink className="a-id a-link" href={`/admin/orders?q=${encodeURIComponent(orderNum)}`}>
            {orderNum}
          </GoLink>
        ) : null}
      </td>
      <td className="a-num">
        {amount === null ? (
          <span className="a-soft">{t('losses.unknown')}</span>
        ) : (
          <ExactSum amount={amount} currency={currency} />
        )}
      </td>
    </tr>
  )
}
