import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Link } from '#components/ui/admin/link.tsx'
import { ListFilters, listAt } from '#components/ui/admin/list-page.tsx'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { Mark, Panel } from '#components/ui/admin/panel.tsx'
import { DestinationLink } from '#components/ui/admin/record-links.tsx'
import type { DestinationRow } from '#lib/catalog/queries/admin-destinations.ts'
import { DESTINATION_STATES } from '#lib/catalog/rules/admin-destination.ts'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import { SHELVES } from '#lib/settings/rules/shop.ts'

type Hidden = readonly ListColumn<'destinations'>[]
type DestinationTableProps = {
  /** What stands beside the filters. */
  children?: ReactNode
  rows: DestinationRow[]
  filter: { q: string; shelf: string | null; state: string | null }
  currency: string
  hidden: Hidden
}

/** Every destination in the order of the shop, with the filters that live in the address. */
export function DestinationTable({ rows, filter, currency, hidden, children }: DestinationTableProps) {
  const t = useTranslations('admin-catalogue')
  const tLabel = useTranslations('admin.label')
  const tPricing = useTranslations('admin-pricing')
  const shelves = SHELVES.map((shelf) => [shelf, tPricing(`shelf.${shelf}`)] as const)
  const states = DESTINATION_STATES.map((state) => [state, t(`state.${state}`)] as const)

  return (
    <>
      <ListFilters
        list={listAt('catalogue', { view: 'destinations', ...filter })}
        fields={[
          { name: 'q', label: t('list.search') },
          { name: 'shelf', label: tLabel('shelf'), any: tLabel('all'), options: shelves },
          { name: 'state', label: tLabel('state'), any: tLabel('all'), options: states },
        ]}
        send={tLabel('show')}
      >
        {children}
      </ListFilters>
      <Panel id="destinations" title={t('list.title', { count: rows.length })}>
        <ListTable
          label={t('list.title', { count: rows.length })}
          rows={rows}
          empty={t('list.empty')}
          first={[
            {
              ...{ head: tLabel('destination'), isName: true },
              cell: ({ iso2, id, name }) => <DestinationLink id={id} iso2={iso2} name={name} />,
            },
          ]}
          {...{ columns: useColumns(currency), hidden }}
        />
      </Panel>
    </>
  )
}

export function DestinationColumns({ currency, hidden }: { currency: string; hidden: Hidden }) {
  return <ColumnChoice list="destinations" columns={useColumns(currency)} hidden={hidden} />
}

function useColumns(currency: string): Column<DestinationRow, ListColumn<'destinations'>>[] {
  const t = useTranslations('admin-catalogue')
  const tLabel = useTranslations('admin.label')
  const tPricing = useTranslations('admin-pricing')

  return [
    {
      name: 'shelf',
      head: tLabel('shelf'),
      className: 'a-soft',
      cell: ({ shelf }) => tPricing(`shelf.${shelf}`),
    },
    {
      name: 'onSale',
      head: t('list.onSale'),
      className: 'a-num',
      cell: ({ id, onSale, plans }) => (
        <Link className="a-link" href={`/admin/catalogue/${id}#plans`}>
          {t('list.of', { onSale, plans })}
        </Link>
      ),
    },
    {
      name: 'from',
      head: t('list.from', { currency }),
      className: 'a-num',
      cell: ({ fromMinor }) =>
        fromMinor === null ? tLabel('none') : <MoneyAmount minor={fromMinor} currency={currency} bare />,
    },
    { name: 'rank', head: t('own.rank'), className: 'a-num a-soft', cell: ({ rank }) => rank },
    { name: 'state', head: tLabel('state'), cell: (row) => <DestinationMarks row={row} /> },
  ]
}

export function DestinationMarks({
  row,
}: {
  row: Pick<DestinationRow, 'isHidden' | 'isFeatured' | 'isGone' | 'error'>
}) {
  const t = useTranslations('admin-catalogue.state')

  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      {row.isGone ? <Mark tone="stop">{t('gone')}</Mark> : null}
      {row.isHidden ? <Mark tone="plain">{t('hidden')}</Mark> : null}
      {row.isFeatured ? <Mark tone="ok">{t('featured')}</Mark> : null}
      {row.error ? <Mark tone="wait">{t('unread')}</Mark> : null}
    </span>
  )
}
