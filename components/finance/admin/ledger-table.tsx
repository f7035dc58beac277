'use client'

import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { ExactSum } from '#components/ui/admin/exact-sum.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { type Column, ColumnChoice, RowCells, shownColumns } from '#components/ui/admin/list-table.tsx'
import { useSending } from '#components/ui/admin/use-sending.ts'
import { Button } from '#components/ui/button.tsx'
import type { ListColumn } from '#lib/core/rules/list-columns.ts'
import { confirmCredit } from '#lib/finance/client/finance.ts'
import type { LedgerEntry } from '#lib/finance/rules/provider-ledger.ts'

type Hidden = readonly ListColumn<'supplier'>[]
type LedgerTableProps = { rows: LedgerEntry[]; label: string; canConfirm: boolean; hidden: Hidden }

/** Entries of the supplier ledger. Where a credit may be confirmed, each has its button. */
export function LedgerTable({ rows, label, canConfirm, hidden }: LedgerTableProps) {
  const t = useTranslations('admin-finance')
  const columns = shownColumns(useColumns(), hidden)

  return (
    <DataTable
      label={label}
      heads={[t('when'), t('supplier.what'), ...columns, ...(canConfirm ? [t('supplier.confirm')] : [])]}
    >
      {rows.map((row) => (
        <tr key={row.id} data-row>
          <td className="a-soft">
            <LocalTime at={row.at} show="moment" />
          </td>
          <th scope="row">{knownWords(t, 'supplier.kind', row.confirmedAt ? 'confirmed_credit' : row.kind)}</th>
          <RowCells columns={columns} row={row} />
          {canConfirm ? (
            <td>
              <ConfirmCredit id={row.id} name={`${row.amount} ${row.currency} ${row.order?.number ?? ''}`} />
            </td>
          ) : null}
        </tr>
      ))}
    </DataTable>
  )
}

export function LedgerColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="supplier" columns={useColumns()} hidden={hidden} />
}

function useColumns(): Column<LedgerEntry, ListColumn<'supplier'>>[] {
  const t = useTranslations('admin-finance')

  return [
    {
      name: 'note',
      head: t('supplier.note'),
      cell: ({ confirmedBy, note }) => (
        <>
          {confirmedBy ? (
            <span className="a-sub">{t.rich('supplier.by', { name: () => <bdi>{confirmedBy}</bdi> })}</span>
          ) : null}
          {note ? (
            <span className="a-sub">
              <bdi>{note}</bdi>
            </span>
          ) : null}
        </>
      ),
    },
    {
      name: 'amount',
      head: t('supplier.amount'),
      className: 'a-num',
      cell: ({ amount, currency }) => <ExactSum amount={amount} currency={currency} />,
    },
    {
      name: 'order',
      head: t('order'),
      cell: ({ order, orderNum }) =>
        order ? (
          <GoLink className="a-id a-link" href={`/admin/orders/${order.id}`}>
            {order.number}
          </GoLink>
        ) : (
          <span className="a-id a-soft">{orderNum ?? ''}</span>
        ),
    },
  ]
}

/** Says that the supplier has given this credit. `name` tells it apart for who hears the buttons. */
function ConfirmCredit({ id, name }: { id: string; name: string }) {
  const t = useTranslations('admin-finance.supplier')
  const { state, send } = useSending()

  return (
    <>
      <Button
        disabled={state === 'sending' || state === 'saved'}
        aria-label={t('confirmOf', { name })}
        onClick={() => send(() => confirmCredit(id))}
      >
        {t('confirm')}
      </Button>
      <span role="status" className="a-sub">
        {state === 'idle' ? '' : t(`state.${state}`)}
      </span>
    </>
  )
}
