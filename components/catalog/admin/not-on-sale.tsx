import { useTranslations } from 'next-intl'
import { SaleAnswer, SalePrice } from '#components/catalog/admin/sale-cells.tsx'
import { PlanName } from '#components/orders/admin/plan-name.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { DestinationCell } from '#components/ui/admin/destination-cell.tsx'
import { ExactSum } from '#components/ui/admin/exact-sum.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { type Column, ColumnChoice, RowCells, shownColumns } from '#components/ui/admin/list-table.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { SearchForm } from '#components/ui/admin/search-form.tsx'
import type { NotOnSale as View } from '#lib/catalog/rules/admin-catalog.ts'
import type { NotOnSaleReason } from '#lib/catalog/rules/on-sale.ts'
import type { ListColumn } from '#lib/core/rules/lists.ts'

const PATH = '/admin/catalogue'

type Row = View['plans'][number]
type Hidden = readonly ListColumn<'unsold'>[]
type NotOnSaleProps = {
  view: View
  filter: { reason: NotOnSaleReason | null; q: string }
  /** Whether these are the first ones. */
  isFirst: boolean
  hidden: Hidden
  mayExport: boolean
}

/** Why plans are not on sale: each plan has one answer, the one that shop and quote act upon. */
export function NotOnSale({ view, filter, ...list }: NotOnSaleProps) {
  const t = useTranslations('admin')
  const tBulk = useTranslations('admin-bulk.search')
  const { reason, q } = filter

  return (
    <div className="a-stack">
      <SearchForm
        key={q}
        {...{ id: 'list-search', action: PATH, text: q, maxLength: 80, label: t('unsold.search'), send: tBulk('find') }}
        kept={{ view: 'unsold', reason }}
        all={unsoldAddress({ reason })}
      />
      <Panel
        id="unsold"
        title={t('unsold.title')}
        hint={t('unsold.counts', { onSale: view.onSale, total: view.total })}
      >
        {view.reasons.length === 0 ? <p className="a-emptyline">{t('unsold.empty')}</p> : null}
        <table className="a-tbl" aria-labelledby="unsold">
          <tbody>
            {view.reasons.map(({ reason: one, count }) => (
              <tr key={one} data-row data-cursor={one === reason ? '' : undefined}>
                <th scope="row">
                  <GoLink className="a-link" href={unsoldAddress({ reason: one })}>
                    {t(`unsoldReason.${one}`)}
                  </GoLink>
                </th>
                <td className="a-wrap a-soft a-hide-s">{t(`unsoldWhy.${one}`)}</td>
                <td className="a-num">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      {reason === null && q === '' ? null : <Plans view={view} filter={filter} {...list} />}
    </div>
  )
}

function Plans({ view, filter, isFirst, hidden, mayExport }: NotOnSaleProps) {
  const t = useTranslations('admin')
  const tBulk = useTranslations('admin-bulk.search')
  const { reason, q } = filter
  const title = reason ? t(`unsoldReason.${reason}`) : t('unsold.anyReason')
  const columns = shownColumns(useColumns(view), hidden)

  return (
    <Panel
      id="plans"
      title={title}
      beside={
        <>
          <span className="a-meta">{t('unsold.found', { count: view.found })}</span>
          {mayExport ? (
            <span className="a-ph-end">
              <ExportLink list="unsold" query={filterAddress('', { reason, q }).slice(1)} />
            </span>
          ) : null}
        </>
      }
    >
      {reason ? <p className="a-pb">{t(`unsoldWhy.${reason}`)}</p> : null}
      {view.plans.length === 0 ? (
        <p className="a-emptyline">{tBulk('none')}</p>
      ) : (
        <DataTable label={title} heads={[t('changes.destination'), ...columns]}>
          {view.plans.map((plan) => (
            <tr key={plan.id}>
              <th scope="row">
                <DestinationCell iso2={plan.iso2} title={plan.destination}>
                  <GoLink className="a-link" href={`/admin/catalogue/${plan.skuId}`}>
                    <bdi>{plan.destination}</bdi>
                  </GoLink>
                </DestinationCell>
              </th>
              <RowCells columns={columns} row={plan} />
            </tr>
          ))}
        </DataTable>
      )}
      <Pager
        label={t('orders.pages')}
        before={isFirst ? null : { href: unsoldAddress(filter), words: t('unsold.start') }}
        next={view.next ? { href: unsoldAddress({ ...filter, after: view.next }), words: t('unsold.more') } : null}
      />
    </Panel>
  )
}

/** Lets a person choose the columns of the plans that are not on sale. */
export function UnsoldColumns({ hidden, ...currencies }: { hidden: Hidden } & Currencies) {
  return <ColumnChoice list="unsold" columns={useColumns(currencies)} hidden={hidden} />
}

type Currencies = Pick<View, 'currency' | 'costCurrency'>

function useColumns({ currency, costCurrency }: Currencies): Column<Row, ListColumn<'unsold'>>[] {
  const t = useTranslations('admin')

  return [
    { name: 'plan', head: t('changes.plan'), cell: ({ plan }) => <PlanName plan={plan} /> },
    { name: 'reason', head: t('unsold.reason'), className: 'a-wrap', cell: ({ sale }) => <SaleAnswer sale={sale} /> },
    {
      name: 'cost',
      head: t('planFact.cost'),
      className: 'a-num',
      cell: ({ cost }) =>
        cost === null ? (
          <span className="a-soft">{t('unsold.hidden')}</span>
        ) : (
          <ExactSum amount={cost} currency={costCurrency} />
        ),
    },
    {
      name: 'wouldBe',
      head: t('unsold.wouldBe', { currency }),
      className: 'a-num',
      cell: ({ sale }) => <SalePrice sale={sale} currency={currency} />,
    },
  ]
}

function unsoldAddress(said: { reason?: string | null; q?: string; after?: string }): string {
  return filterAddress(PATH, { view: 'unsold', ...said })
}
