import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { ExactSum } from '#components/ui/admin/exact-sum.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { hasWords, knownWords } from '#components/ui/admin/known-words.ts'
import { ListSearch } from '#components/ui/admin/list-search.tsx'
import { type Column, ColumnChoice, RowCells, shownColumns } from '#components/ui/admin/list-table.tsx'
import { Button } from '#components/ui/button.tsx'
import type { ListColumn } from '#lib/core/rules/list-columns.ts'
import type { FinanceBook } from '#lib/finance/rules/admin-finance.ts'
import type { LossFilter, LossRow, LossSum } from '#lib/finance/rules/loss-ledger.ts'
import { BookField, DayFields } from './period-fields.tsx'

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

type KnownLossProps = { sum: LossSum; filter: LossFilter }

/** What the known losses add up to, and below it how many are not known. Each opens the losses behind it. */
export function KnownLoss({ sum: { amount, currency, unknown }, filter }: KnownLossProps) {
  const t = useTranslations('admin-finance')
  const behind = (wanted: LossFilter['amount']) => lossAddress({ ...filter, currency, amount: wanted, after: null })

  return (
    <>
      {amount === null ? null : (
        <GoLink className="a-link" href={behind('known')}>
          <ExactSum amount={amount} currency={currency} />
        </GoLink>
      )}
      {unknown === 0 ? null : (
        <span className="a-risk a-soft">
          <GoLink className="a-link" href={behind('unknown')}>
            {t('losses.unknowns', { count: unknown })}
          </GoLink>
        </span>
      )}
    </>
  )
}

/** Returns the address of the losses, or of their export, with a filter in it. */
export function lossAddress(filter: Partial<LossFilter>, base = '/admin/finance/losses'): string {
  return filterAddress(base, filter)
}

/** Which losses are meant. It all lives in the address. */
export function LossFilters({ filter, book }: { filter: LossFilter; book: FinanceBook }) {
  const t = useTranslations('admin-finance')
  const tBulk = useTranslations('admin-bulk.search')

  return (
    <FilterForm className="a-filters" action="/admin/finance/losses">
      <ListSearch text={filter.q} />
      <BookField book={book} />
      <ChoiceField
        {...{ name: 'amount', label: t('losses.amount'), any: t('losses.anyAmount'), value: filter.amount }}
        options={[
          ['known', t('losses.amountKnown')],
          ['unknown', t('losses.unknown')],
        ]}
      />
      {filter.currency === null ? null : <input type="hidden" name="currency" value={filter.currency} />}
      <DayFields from={filter.from} to={filter.to} />
      <Button type="submit">{t('apply')}</Button>
      {filter.currency === null && filter.amount === null ? null : (
        <GoLink className="btn" href={lossAddress({ ...filter, currency: null, amount: null, after: null })}>
          {tBulk('all')}
        </GoLink>
      )}
    </FilterForm>
  )
}
