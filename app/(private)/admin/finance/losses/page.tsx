import { getTranslations } from 'next-intl/server'
import { FinanceTabs } from '#components/finance/admin/finance-tabs.tsx'
import { KnownLoss, LossColumns, LossFilters, LossTable, lossAddress } from '#components/finance/admin/loss-table.tsx'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { DescriptionList } from '#components/ui/admin/description-list.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { env } from '#lib/core/env.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { listLosses } from '#lib/finance/queries/admin-losses.ts'
import { type LossFilter, lossFilterSchema } from '#lib/finance/rules/loss-ledger.ts'
import { isSearchRefused } from '#lib/orders/queries/searched.ts'
import { viewAddress, viewQuery } from '#lib/settings/rules/saved-view.ts'
import { ownTitle } from '../../admin-title.ts'
import { staffWith } from '../../staff.ts'
import { viewsHere } from '../../views.ts'
import '../finance.css'
import { SearchRefused } from '../../search-refused.tsx'

type Props = PageProps<'/admin/finance/losses'>

export const generateMetadata = () => ownTitle('admin-finance', (t) => t('losses.title'))

export default async function LossesPage({ searchParams }: Props) {
  const asked = await searchParams
  const filter = readFilter(asked)
  const staff = await staffWith('costs.see', lossAddress(filter))
  await privateLocale()
  if (await isSearchRefused(staff, filter.q)) return <SearchRefused back="/admin/finance/losses" />
  const views = await viewsHere(staff, 'losses', asked)
  const hidden = await getHiddenColumns(staff, 'losses')
  const { rows, older, sums } = await listLosses(staff, filter)
  const t = await getTranslations('admin-finance')
  const base = { ...filter, after: null }
  const said = lossAddress(base, '').slice(1)
  const query = viewQuery(said)

  return (
    <div className="a-finance">
      <div className="a-head">
        <h1>{t('losses.title')}</h1>
        <p className="a-meta">{t('losses.lead')}</p>
        <ExportLink list="losses" query={said} words={t('losses.export')} />
      </div>
      <FinanceTabs here="losses" />
      <ViewBar area="losses" views={views} query={query}>
        <LossColumns hidden={hidden} />
      </ViewBar>
      <LossFilters key={lossAddress(base)} filter={filter} book={filter.book ?? env.STORE_MODE} />
      <div className="a-stack">
        {sums.length === 0 ? null : (
          <Panel id="sums" title={t('losses.sums')}>
            <DescriptionList
              pairs={sums.map((sum) => ({ name: sum.currency, value: <KnownLoss sum={sum} filter={filter} /> }))}
            />
          </Panel>
        )}
        <section className="a-panel" aria-label={t('losses.title')}>
          {rows.length === 0 ? (
            <p className="a-emptyline">{t('losses.empty')}</p>
          ) : (
            <LossTable rows={rows} label={t('losses.title')} hidden={hidden} />
          )}
          <Pager
            label={t('losses.pages')}
            before={filter.after ? { href: viewAddress('losses', said), words: t('losses.newest') } : null}
            next={older ? { href: lossAddress({ ...filter, after: older }), words: t('losses.older') } : null}
          />
        </section>
      </div>
    </div>
  )
}

function readFilter(params: Awaited<Props['searchParams']>): LossFilter {
  // A parameter that comes twice means nothing.
  const single = Object.fromEntries(Object.entries(params).filter(([, value]) => typeof value === 'string'))

  return lossFilterSchema.parse(single)
}
