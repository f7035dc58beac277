import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { ExactSum } from '#components/ui/admin/exact-sum.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { hasWords, knownWords } from '#components/ui/admin/known-words.ts'
import { type Column, ColumnChoice, RowCells, shownColumns } from '#components/ui/admin/list-table.tsx'
import type { ListColumn } from '#lib/core/rules/list-columns.ts'
import type { LossRow } from '#lib/finance/rules/loss-ledger.ts'

type Hidden = readonly ListColumn<'losses'>[]

/** Losses, each with the order that it comes from and the network's order that was paid for nothing. */
export function LossTable({ rows, label, hidden }: { rows: LossRow[]; label: string; hidden: Hidden }) {
  const t = useTranslations('admin-finance')
  const admin = useTranslations('admin')
  const columns = shownColumns(useColumns(), hidden)

  return (
    <DataTable label={label} heads={[t('when'), t('what'), ...columns]}>
      {rows.map((row) => (
        <tr key={row.id} data-row>
          <td className="a-soft">
            <LocalTime at={row.at} show="moment" />
          </td>
          <th scope="row" className="a-wrap">
            {hasWords(t, 'losses.kind', row.kind)
              ? knownWords(t, 'losses.kind', row.kind)
              : knownWords(admin, 'discrepancy', row.kind)}
          </th>
          <RowCells columns={columns} row={row} />
        </tr>
      ))}
    </DataTable>
  )
}

export function LossColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="losses" columns={useColumns()} hidden={hidden} />
}

function useColumns(): Column<LossRow, ListColumn<'losses'>>[] {
  const t = useTranslations('admin-finance')

  return [
    {
      name: 'order',
      head: t('order'),
      cell: ({ order }) =>
        order ? (
          <GoLink className="a-id a-link" href={`/admin/orders/${order.id}`}>
            {order.number}
          </GoLink>
        ) : (
          <span className="a-soft">{t('payments.noOrder')}</span>
        ),
    },
    {
      name: 'network',
      head: t('losses.network'),
      cell: ({ orderNum }) =>
        orderNum ? (
          <GoLink className="a-id a-link" href={`/admin/orders?q=${encodeURIComponent(orderNum)}`}>
            {orderNum}
          </GoLink>
        ) : null,
    },
    {
      name: 'amount',
      head: t('losses.amount'),
      className: 'a-num',
      cell: ({ amount, currency }) =>
        amount === null ? (
          <span className="a-soft">{t('losses.unknown')}</span>
        ) : (
          <ExactSum amount={amount} currency={currency} />
        ),
    },
  ]
}
