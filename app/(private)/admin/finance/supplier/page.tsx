import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { AmountForm } from '#components/finance/admin/amount-form.tsx'
import { FinanceTabs } from '#components/finance/admin/finance-tabs.tsx'
import { FloorForm } from '#components/finance/admin/floor-form.tsx'
import { ledgerAddress } from '#components/finance/admin/ledger-address.ts'
import { LedgerFilters } from '#components/finance/admin/ledger-filters.tsx'
import { LedgerColumns, LedgerTable } from '#components/finance/admin/ledger-table.tsx'
import { StatusPanel } from '#components/finance/admin/status-panel.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { getProviderPage } from '#lib/finance/queries/admin-finance-provider.ts'
import { ledgerFilterSchema } from '#lib/finance/rules/provider-ledger.ts'
import { isSearchRefused } from '#lib/orders/queries/searched.ts'
import { ownTitle } from '../../admin-title.ts'
import { staffWith } from '../../staff.ts'
import '../finance.css'
import { SearchRefused } from '../../search-refused.tsx'

export const generateMetadata = () => ownTitle('admin-finance', (t) => t('supplier.title'))

type Props = PageProps<'/admin/finance/supplier'>

export default async function ProviderPage({ searchParams }: Props) {
  const filter = ledgerFilterSchema.parse(await searchParams)
  const staff = await staffWith('costs.see', ledgerAddress(filter))
  const locale = await privateLocale()
  if (await isSearchRefused(staff, filter.q)) return <SearchRefused back="/admin/finance/supplier" />
  const { statuses, currency, floor, mayBook, credits, entries, older } = await getProviderPage(staff, filter)
  const hidden = await getHiddenColumns(staff, 'supplier')
  const t = await getTranslations({ locale, namespace: 'admin-finance' })
  const base = { ...filter, after: null }
  const query = ledgerAddress(base, '').slice(1)

  return (
    <>
      <div className="a-head">
        <h1>{t('supplier.title')}</h1>
        <p className="a-meta">{t('supplier.lead')}</p>
        <ExportLink list="supplier" query={query} words={t('supplier.export')} />
      </div>
      <FinanceTabs here="supplier" />
      <div className="a-cols a-cols-side a-finance">
        <div className="a-stack">
          {statuses.map((status) => (
            <StatusPanel key={status.currency} status={status} floor={status.currency === currency ? floor : null} />
          ))}
          <Panel id="credits" title={t('supplier.expectedCredits')}>
            {credits.length === 0 ? (
              <p className="a-emptyline">{t('supplier.noCredits')}</p>
            ) : (
              <LedgerTable rows={credits} label={t('supplier.expectedCredits')} canConfirm={mayBook} hidden={hidden} />
            )}
          </Panel>
          <LedgerFilters key={ledgerAddress(base)} filter={filter} />
          <Panel id="entries" title={t('supplier.entries')} beside={<LedgerColumns hidden={hidden} />}>
            {entries.length === 0 ? (
              <p className="a-emptyline">{t(query === '' ? 'supplier.noEntries' : 'supplier.noneFits')}</p>
            ) : (
              <LedgerTable rows={entries} label={t('supplier.entries')} canConfirm={false} hidden={hidden} />
            )}
            <Pager
              label={t('supplier.pages')}
              before={filter.after ? { href: ledgerAddress(base), words: t('supplier.newest') } : null}
              next={older ? { href: ledgerAddress({ ...base, after: older }), words: t('supplier.older') } : null}
            />
          </Panel>
        </div>
        {mayBook ? (
          <div className="a-stack">
            {(['deposit', 'withdrawal'] as const).map((act) => (
              <section key={act} className="a-panel" aria-label={t(`supplier.${act}.submit`)}>
                <AmountForm act={act} currency={currency} />
              </section>
            ))}
            <section className="a-panel" aria-label={t('supplier.floor.submit')}>
              <StaffMessages namespace="admin-settings">
                <FloorForm floor={floor} currency={currency} />
              </StaffMessages>
            </section>
          </div>
        ) : null}
      </div>
    </>
  )
}
