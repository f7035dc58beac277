import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { FinanceTabs } from '#components/finance/admin/finance-filters.tsx'
import { KnownLoss, LossColumns, LossFilters, LossTable } from '#components/finance/admin/loss-table.tsx'
import { ListHead, ListRows, ListViews } from '#components/ui/admin/list-page.tsx'
import { DescriptionList, Panel } from '#components/ui/admin/panel.tsx'
import { env } from '#lib/core/env.ts'
import { listLosses } from '#lib/finance/queries/admin-finance.ts'
import { lossFilterSchema } from '#lib/finance/rules/provider-ledger.ts'
import { openList } from '../../list.tsx'

export const generateMetadata = () => ownTitle('admin-finance', (t) => t('page.losses'))

export default async function LossesPage({ searchParams }: PageProps<'/admin/finance/losses'>) {
  const list = await openList('losses', lossFilterSchema, searchParams)
  const { staff, filter, hidden, refused } = list
  if (refused) return refused
  const { rows, older, sums } = await listLosses(staff, filter)
  const t = await getTranslations('admin-finance')

  return (
    <>
      <ListHead list={list} title={t('page.losses')} lead={t('losses.lead')} file={t('losses.export')} />
      <FinanceTabs here="losses" />
      <ListViews list={list} columns={<LossColumns hidden={hidden} />} />
      <LossFilters list={list} book={env.STORE_MODE} />
      <div className="grid min-w-0 content-start gap-4">
        {sums.length === 0 ? null : (
          <Panel id="sums" title={t('losses.sums')}>
            <DescriptionList
              pairs={sums.map((sum) => ({ name: sum.currency, value: <KnownLoss sum={sum} list={list} /> }))}
            />
          </Panel>
        )}
        <ListRows
          {...{ list, older, title: t('page.losses') }}
          empty={rows.length === 0 ? t('losses.empty') : null}
          pages={{ label: t('losses.pages'), before: t('losses.newest'), next: t('losses.older') }}
        >
          <LossTable rows={rows} label={t('page.losses')} hidden={hidden} />
        </ListRows>
      </div>
    </>
  )
}
