import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { FinanceTabs, RefundFilters } from '#components/finance/admin/finance-filters.tsx'
import { RefundColumns, RefundTable } from '#components/finance/admin/refund-table.tsx'
import { ListHead, ListPage } from '#components/ui/admin/list-page.tsx'
import { env } from '#lib/core/env.ts'
import { listRefunds } from '#lib/refunds/queries/admin-refunds.ts'
import { refundFilterSchema } from '#lib/refunds/rules/refund-ledger.ts'
import { openList } from '../../list.tsx'

export const generateMetadata = () => ownTitle('admin-finance', (t) => t('page.refunds'))

export default async function RefundsPage({ searchParams }: PageProps<'/admin/finance/refunds'>) {
  const list = await openList('refunds', refundFilterSchema, searchParams)
  const { staff, filter, hidden, refused } = list
  if (refused) return refused
  const { rows, older } = await listRefunds(staff, filter)
  const t = await getTranslations('admin-finance')

  return (
    <>
      <ListHead list={list} title={t('page.refunds')} lead={t('refunds.lead')} file={t('refunds.export')} />
      <FinanceTabs here="refunds" />
      <ListPage
        {...{ list, older, title: t('page.refunds') }}
        columns={<RefundColumns hidden={hidden} />}
        filters={<RefundFilters list={list} book={env.STORE_MODE} />}
        empty={rows.length === 0 ? t('refunds.empty') : null}
        pages={{ label: t('refunds.pages'), before: t('refunds.newest'), next: t('refunds.older') }}
      >
        <RefundTable rows={rows} label={t('page.refunds')} hidden={hidden} />
      </ListPage>
    </>
  )
}
