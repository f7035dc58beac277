import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { FinanceTabs, LedgerFilters } from '#components/finance/admin/finance-filters.tsx'
import { AmountForm, FloorForm } from '#components/finance/admin/ledger-forms.tsx'
import { LedgerColumns, LedgerTable } from '#components/finance/admin/ledger-table.tsx'
import { StatusPanel } from '#components/finance/admin/status-panel.tsx'
import { ListHead, ListPager } from '#components/ui/admin/list-page.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { getProviderPage } from '#lib/finance/queries/admin-finance.ts'
import { ledgerFilterSchema } from '#lib/finance/rules/provider-ledger.ts'
import { openList } from '../../list.tsx'

export const generateMetadata = () => ownTitle('admin-finance', (t) => t('page.supplier'))

export default async function ProviderPage({ searchParams }: PageProps<'/admin/finance/supplier'>) {
  const list = await openList('supplier', ledgerFilterSchema, searchParams)
  const { staff, filter, hidden, refused } = list
  if (refused) return refused
  const { statuses, currency, floor, mayBook, credits, entries, older } = await getProviderPage(staff, filter)
  const t = await getTranslations('admin-finance')
  const isNarrowed = Object.values(list.base).some(Boolean)

  return (
    <>
      <ListHead list={list} title={t('page.supplier')} lead={t('supplier.lead')} file={t('supplier.export')} />
      <FinanceTabs here="supplier" />
      <div className="grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-4 narrow:grid-cols-1">
        <div className="grid min-w-0 content-start gap-4">
          {statuses.map((status) => (
            <StatusPanel key={status.currency} status={status} floor={status.currency === currency ? floor : null} />
          ))}
          <Panel id="credits" title={t('supplier.expectedCredits')}>
            <LedgerTable
              {...{ rows: credits, label: t('supplier.expectedCredits'), canConfirm: mayBook, hidden }}
              empty={t('supplier.noCredits')}
            />
          </Panel>
          <LedgerFilters list={list} />
          <Panel id="entries" title={t('supplier.entries')} beside={<LedgerColumns hidden={hidden} />}>
            <LedgerTable
              {...{ rows: entries, label: t('supplier.entries'), hidden }}
              empty={t(isNarrowed ? 'supplier.noneFits' : 'supplier.noEntries')}
            />
            <ListPager
              {...{ list, older }}
              labels={{ label: t('supplier.pages'), before: t('supplier.newest'), next: t('supplier.older') }}
            />
          </Panel>
        </div>
        {mayBook ? (
          <div className="grid min-w-0 content-start gap-4">
            {(['deposit', 'withdrawal'] as const).map((action) => (
              <section key={action} className="a-panel" aria-label={t(`supplier.${action}.submit`)}>
                <AmountForm act={action} currency={currency} />
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
