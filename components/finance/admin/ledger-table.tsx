'use client'

import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { ExactSum } from '#components/ui/admin/money-amount.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import { confirmCredit } from '#lib/finance/client/finance.ts'
import type { LedgerEntry } from '#lib/finance/rules/provider-ledger.ts'

type Hidden = readonly ListColumn<'supplier'>[]
type LedgerTableProps = { rows: LedgerEntry[]; label: string; empty: string; canConfirm?: boolean; hidden: Hidden }

/** Entries of the supplier ledger. Where a credit may be confirmed, each has its button. */
export function LedgerTable({ rows, label, empty, canConfirm = false, hidden }: LedgerTableProps) {
  const t = useTranslations('admin-finance')
  const tLabel = useTranslations('admin.label')
  const nameOf = ({ amount, currency, order }: LedgerEntry) => `${amount} ${currency} ${order?.number ?? ''}`
  const confirm = {
    head: tLabel('confirm'),
    cell: (row: LedgerEntry) => <ConfirmCredit id={row.id} name={nameOf(row)} />,
  }

  return (
    <ListTable
      rows={rows}
      {...{ label, empty, columns: useColumns(), hidden }}
      first={[
        { head: tLabel('when'), className: 'a-soft', cell: ({ at }) => <LocalTime at={at} show="moment" /> },
        {
          ...{ head: tLabel('kind'), isName: true },
          cell: ({ kind, confirmedAt }) => knownLabel(t, 'supplier.kind', confirmedAt ? 'confirmed_credit' : kind),
        },
      ]}
      last={canConfirm ? [confirm] : []}
    />
  )
}

export function LedgerColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="supplier" columns={useColumns()} hidden={hidden} />
}

function useColumns(): Column<LedgerEntry, ListColumn<'supplier'>>[] {
  const t = useTranslations('admin-finance')
  const tLabel = useTranslations('admin.label')

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
      head: tLabel('amount'),
      className: 'a-num',
      cell: ({ amount, currency }) => <ExactSum amount={amount} currency={currency} />,
    },
    {
      name: 'order',
      head: tLabel('order'),
      cell: ({ order, orderNum }) => (
        <OrderLink {...order} none={<span className="a-id a-soft">{orderNum ?? ''}</span>} />
      ),
    },
  ]
}

/** Says that the supplier has given this credit. `name` tells it apart for who hears the buttons. */
function ConfirmCredit({ id, name }: { id: string; name: string }) {
  const t = useTranslations('admin-finance.supplier')
  const tLabel = useTranslations('admin.label')

  return (
    <AtOnce press={tLabel('confirm')} name={t('confirmOf', { name })} size="normal" send={() => confirmCredit(id)} />
  )
}
