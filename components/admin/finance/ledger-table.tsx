import { useTranslations } from 'next-intl'
import { ExactSum } from '#components/admin/exact-sum.tsx'
import { ConfirmCredit } from '#components/admin/finance/confirm-credit.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { ScrollArea } from '#components/admin/scroll-area.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { LedgerEntry } from '#lib/domain/supplier-ledger.ts'

type LedgerTableProps = { rows: LedgerEntry[]; label: string; canConfirm: boolean }

/** Entries of the supplier ledger. Where a credit may be confirmed, each has its button. */
export function LedgerTable({ rows, label, canConfirm }: LedgerTableProps) {
  const t = useTranslations('admin-finance')

  return (
    <ScrollArea label={label}>
      <table className="a-tbl">
        <thead>
          <tr>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('what')}</th>
            <th scope="col" className="a-num">
              {t('supplier.amount')}
            </th>
            <th scope="col">{t('order')}</th>
            {canConfirm ? <th scope="col">{t('supplier.confirm')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row>
              <td className="a-soft">
                <LocalTime at={row.at} show="moment" />
              </td>
              <th scope="row">{knownWords(t, 'supplier.kind', row.confirmedAt ? 'confirmed_credit' : row.kind)}</th>
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
        </tbody>
      </table>
    </ScrollArea>
  )
}
