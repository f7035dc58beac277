import { getTranslations } from 'next-intl/server'
import { FinanceFilters, FinanceTabs, financeAddress } from '#components/finance/admin/finance-filters.tsx'
import { LinesTable } from '#components/finance/admin/lines-table.tsx'
import { type HiddenMetrics, MetricChoice } from '#components/finance/admin/metric-cells.tsx'
import { SumsChart, SumsTable } from '#components/finance/admin/sums-chart.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { ExportLink, Pager } from '#components/ui/admin/list-page.tsx'
import { Separator } from '#components/ui/admin/money-amount.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { env } from '#lib/core/env.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { getFinanceSums, listFinanceLines } from '#lib/finance/queries/admin-finance.ts'
import { type FinanceExportFilter, type FinanceFilter, financeFilterSchema } from '#lib/finance/rules/admin-finance.ts'
import { type SavedView, viewQuery } from '#lib/settings/rules/saved-view.ts'
import { singleParams, viewsHere } from '../list.tsx'
import { adminTitle, staffWith } from '../staff.ts'

// What narrows figures down to the items behind one of them.
const WHOLE = { key: null, currency: null, lines: null, since: null, until: null, after: null }

type Props = PageProps<'/admin/finance'>

export const generateMetadata = () => adminTitle('finance')

export default async function FinancePage({ searchParams }: Props) {
  const query = await searchParams
  const filter = financeFilterSchema.parse(singleParams(query))
  const staff = await staffWith('costs.see', financeAddress(filter))
  await privateLocale()
  const views = await viewsHere(staff, 'finance', query)
  const hidden = await getHiddenColumns(staff, 'figures')

  return filter.key === null && filter.lines === null ? (
    <Sums staff={staff} filter={filter} hidden={hidden} views={views} />
  ) : (
    <Items staff={staff} filter={filter} hidden={hidden} />
  )
}

type PartProps = { staff: StaffMember; filter: FinanceFilter; hidden: HiddenMetrics }

async function Sums({ staff, filter, hidden, views }: PartProps & { views: SavedView[] }) {
  const locale = await privateLocale()
  const sums = await getFinanceSums(staff, filter, locale)
  const t = await getTranslations('admin-finance')
  const admin = await getTranslations('admin')
  const by = t(`by.${filter.by}`)
  const book = filter.book ?? env.STORE_MODE

  return (
    <>
      <div className="a-head">
        <h1>{admin('area.finance')}</h1>
        <p className="a-meta">{t('lead')}</p>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <ExportLink list="finance" query={fileQuery(filter, 'sums')} label={t('exportSums')} />
          <ExportLink list="finance" query={fileQuery(filter, 'lines')} label={t('exportLines')} />
        </span>
      </div>
      <FinanceTabs here="figures" />
      <ViewBar area="finance" views={views} query={viewQuery(financeAddress(filter, ''))}>
        <MetricChoice hidden={hidden} />
      </ViewBar>
      <FinanceFilters key={financeAddress(filter)} filter={filter} range={sums.range} book={book} />
      <Panel
        id="sums"
        title={t('sums', { by })}
        beside={
          <span className="ms-auto a-meta">
            {t(`book.${book}`)}
            <Separator />
            {t('range', sums.range)}
          </span>
        }
      >
        {sums.rows.length === 0 ? (
          <p className="a-emptyline">{t('empty')}</p>
        ) : (
          <>
            <SumsChart rows={sums.rows} filter={filter} />
            <SumsTable sums={sums} filter={filter} hidden={hidden} />
          </>
        )}
      </Panel>
    </>
  )
}

async function Items({ staff, filter, hidden }: PartProps) {
  const { range, rows, older, label } = await listFinanceLines(staff, filter, await privateLocale())
  const t = await getTranslations('admin-finance')
  const behind = await getTranslations('admin.orders.behind')
  const tAdmin = await getTranslations('admin')
  const nameOf = (key: string) => (filter.by === 'method' ? knownLabel(tAdmin, 'provider', key) : key)
  const title = filter.key === null ? t('allLines') : t('lines', { key: label ?? nameOf(filter.key) })
  const isUnknown = filter.lines === 'unknown_cost'
  const moment = (at: string) => <LocalTime at={new Date(at)} show="moment" />

  return (
    <>
      <div className="a-head">
        <h1>{title}</h1>
        <p className="a-meta">
          {isUnknown ? t('onlyUnknown') : t(`book.${filter.book ?? env.STORE_MODE}`)}
          <Separator />
          {filter.since && filter.until ? (
            <>
              {behind.rich('since', { at: () => moment(filter.since ?? '') })}{' '}
              {behind.rich('until', { at: () => moment(filter.until ?? '') })}
            </>
          ) : (
            t('range', range)
          )}
        </p>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <MetricChoice hidden={hidden} />
          <ExportLink list="finance" query={fileQuery(filter, 'lines')} label={t('exportLines')} />
        </span>
      </div>
      <section className="a-panel" aria-label={title}>
        <LinesTable {...{ rows, label: title, hidden }} empty={t(isUnknown ? 'noneUnknown' : 'empty')} />
        <Pager
          label={t('pages')}
          before={{ href: financeAddress({ ...filter, ...WHOLE }), label: t('back') }}
          next={older ? { href: financeAddress({ ...filter, after: older }), label: t('older') } : null}
        />
      </section>
    </>
  )
}

function fileQuery(filter: FinanceFilter, what: FinanceExportFilter['what']): string {
  return viewQuery(financeAddress({ ...filter, after: null, what }, ''))
}
