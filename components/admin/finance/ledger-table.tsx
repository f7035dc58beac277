import { useTranslations } from 'next-intl'
import { DataTable } from '#components/admin/data-table.tsx'
import { ExactSum } from '#components/admin/exact-sum.tsx'
import { ConfirmCredit } from '#components/admin/finance/confirm-credit.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { LedgerEntry } from '#lib/domain/supplier-ledger.ts'

type LedgerTableProps = { rows: LedgerEntry[]; label: string; canConfirm: boolean }

/** Entries of the supplier ledger. Where a credit may be confirmed, each has its button. */
export function LedgerTable({ rows, label, canConfirm }: LedgerTableProps) {
  const t = useTranslations('admin-finance')

  return (
    <DataTable
      label={label}
      heads={[
        t('when'),
        t('supplier.what'),
        { head: t('supplier.amount'), className: 'a-num' },
        t('order'),
        ...(canConfirm ? [t('supplier.confirm')] : []),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id} data-row>
          <td className="a-soft">
            <LocalTime at={row.at} show="moment" />
          </td>
          <th scope="row">
            {knownWords(t, 'supplier.kind', row.confirmedAt ? 'confirmed_credit' : row.kind)}
            {row.confirmedBy ? (
              <span className="a-sub">{t.rich('supplier.by', { name: () => <bdi>{row.confirmedBy}</bdi> })}</span>
            ) : null}
            {row.note ? (
              <span className="a-sub">
                <bdi>{row.note}</bdi>
              </span>
            ) : null}
          </th>
          <td className="a-num">
            <ExactSum amount={row.amount} currency={row.currency} />
          </td>
          <td>
            {row.order ? (
              <GoLink className="a-id a-link" href={`/admin/orders/${row.order.id}`}>
                {row.order.number}
              </GoLink>
            ) : (
              <span className="a-id a-soft">{row.orderNum ?? ''}</span>
            )}
          </td>
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
