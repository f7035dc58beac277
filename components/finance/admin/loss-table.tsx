import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { hasLabel, knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { addressIn, dayFields, type ListAt, ListFilters } from '#components/ui/admin/list-page.tsx'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { ExactSum } from '#components/ui/admin/money-amount.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import type { FinanceBook } from '#lib/finance/rules/admin-finance.ts'
import type { LossFilter, LossRow, LossSum } from '#lib/finance/rules/provider-ledger.ts'
import { useBookField } from './finance-filters.tsx'

type Hidden = readonly ListColumn<'losses'>[]

/** Losses, each with the order that it comes from and the network's order that was paid for nothing. */
export function LossTable({ rows, label, hidden }: { rows: LossRow[]; label: string; hidden: Hidden }) {
  const t = useTranslations('admin-finance')
  const admin = useTranslations('admin')
  const kindOf = ({ kind }: LossRow) =>
    hasLabel(t, 'losses.kind', kind) ? knownLabel(t, 'losses.kind', kind) : knownLabel(admin, 'discrepancy', kind)

  return (
    <ListTable
      rows={rows}
      {...{ label, columns: useColumns(), hidden }}
      first={[
        { head: admin('label.when'), className: 'a-soft', cell: ({ at }) => <LocalTime at={at} show="moment" /> },
        { head: t('what'), className: 'whitespace-normal phone:min-w-32', isName: true, cell: kindOf },
      ]}
    />
  )
}

export function LossColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="losses" columns={useColumns()} hidden={hidden} />
}

function useColumns(): Column<LossRow, ListColumn<'losses'>>[] {
  const t = useTranslations('admin-finance')
  const tLabel = useTranslations('admin.label')

  return [
    {
      name: 'order',
      head: tLabel('order'),
      cell: ({ order }) => <OrderLink {...order} none={<span className="a-soft">{t('payments.noOrder')}</span>} />,
    },
    {
      name: 'network',
      head: tLabel('providerOrder'),
      cell: ({ orderNum }) =>
        orderNum ? (
          <Link className="a-id a-link" href={`/admin/orders?q=${encodeURIComponent(orderNum)}`}>
            {orderNum}
          </Link>
        ) : null,
    },
    {
      name: 'amount',
      head: t('losses.amount'),
      className: 'a-num',
      cell: ({ amount, currency }) =>
        amount === null ? (
          <span className="a-soft">{tLabel('notKnown')}</span>
        ) : (
          <ExactSum amount={amount} currency={currency} />
        ),
    },
  ]
}

/** What the known losses add up to, and below it how many are not known. Each opens the losses behind it. */
export function KnownLoss({ sum: { amount, currency, unknown }, list }: { sum: LossSum; list: ListAt<LossFilter> }) {
  const t = useTranslations('admin-finance')
  const behind = (wanted: LossFilter['amount']) => addressIn(list, { ...list.base, currency, amount: wanted })

  return (
    <>
      {amount === null ? null : (
        <Link className="a-link" href={behind('known')}>
          <ExactSum amount={amount} currency={currency} />
        </Link>
      )}
      {unknown === 0 ? null : (
        <span className="block a-soft">
          <Link className="a-link" href={behind('unknown')}>
            {t('losses.unknowns', { count: unknown })}
          </Link>
        </span>
      )}
    </>
  )
}

/** Which losses are meant. */
export function LossFilters({ list, book }: { list: ListAt<LossFilter>; book: FinanceBook }) {
  const t = useTranslations('admin-finance')
  const tLabel = useTranslations('admin.label')
  const amounts = [['known', t('losses.amountKnown')] as const, ['unknown', tLabel('notKnown')] as const]

  return (
    <ListFilters
      {...{ list, search: {}, send: tLabel('show') }}
      fields={[
        useBookField(book),
        { name: 'amount', label: t('losses.amount'), any: tLabel('all'), options: amounts },
        ...dayFields(tLabel('from'), tLabel('to')),
      ]}
      clear={{ label: useTranslations('admin-bulk.search')('all'), kept: ['q', 'book', 'from', 'to'] }}
    />
  )
}
