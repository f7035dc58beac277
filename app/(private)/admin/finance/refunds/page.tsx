import { getTranslations } from 'next-intl/server'
import { FinanceTabs } from '#components/finance/admin/finance-tabs.tsx'
import { RefundFilters, refundAddress } from '#components/finance/admin/refund-filters.tsx'
import { RefundColumns, RefundTable } from '#components/finance/admin/refund-table.tsx'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { env } from '#lib/core/env.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { isSearchRefused } from '#lib/orders/queries/searched.ts'
import { listRefunds } from '#lib/refunds/queries/admin-refunds.ts'
import { type RefundFilter, refundFilterSchema } from '#lib/refunds/rules/refund-ledger.ts'
import { viewAddress, viewQuery } from '#lib/settings/rules/saved-view.ts'
import { ownTitle } from '../../admin-title.ts'
import { staffWith } from '../../staff.ts'
import { viewsHere } from '../../views.ts'
import '../finance.css'
import { SearchRefused } from '../../search-refused.tsx'

type Props = PageProps<'/admin/finance/refunds'>

export const generateMetadata = () => ownTitle('admin-finance', (t) => t('refunds.title'))

export default async function RefundsPage({ searchParams }: Props) {
  const asked = await searchParams
  const filter = readFilter(asked)
  const staff = await staffWith('costs.see', refundAddress(filter))
  await privateLocale()
  if (await isSearchRefused(staff, filter.q)) return <SearchRefused back="/admin/finance/refunds" />
  const views = await viewsHere(staff, 'refunds', asked)
  const hidden = await getHiddenColumns(staff, 'refunds')
  const { rows, older } = await listRefunds(staff, filter)
  const t = await getTranslations('admin-finance')
  const base = { ...filter, after: null }
  const said = refundAddress(base, '').slice(1)
  const query = viewQuery(said)

  return (
    <div className="a-finance">
      <div className="a-head">
        <h1>{t('refunds.title')}</h1>
        <p className="a-meta">{t('refunds.lead')}</p>
        <ExportLink list="refunds" query={said} words={t('refunds.export')} />
      </div>
      <FinanceTabs here="refunds" />
      <ViewBar area="refunds" views={views} query={query}>
        <RefundColumns hidden={hidden} />
      </ViewBar>
      <RefundFilters key={refundAddress(base)} filter={filter} book={filter.book ?? env.STORE_MODE} />
      <section className="a-panel" aria-label={t('refunds.title')}>
        {rows.length === 0 ? (
          <p className="a-emptyline">{t('refunds.empty')}</p>
        ) : (
          <RefundTable rows={rows} label={t('refunds.title')} hidden={hidden} />
        )}
        <Pager
          label={t('refunds.pages')}
          before={filter.after ? { href: viewAddress('refunds', said), words: t('refunds.newest') } : null}
          next={older ? { href: refundAddress({ ...filter, after: older }), words: t('refunds.older') } : null}
        />
      </section>
    </div>
  )
}

function readFilter(params: Awaited<Props['searchParams']>): RefundFilter {
  // A parameter that comes twice means nothing.
  const single = Object.fromEntries(Object.entries(params).filter(([, value]) => typeof value === 'string'))

  return refundFilterSchema.parse(single)
}
