import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { FinanceTabs } from '#components/finance/admin/finance-filters.tsx'
import { MetricChoice } from '#components/finance/admin/metric-cells.tsx'
import { MonthTable, NextMonthPanel } from '#components/finance/admin/month-table.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { ExportLink } from '#components/ui/admin/list-page.tsx'
import { Chips } from '#components/ui/admin/tabs.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { env } from '#lib/core/env.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { getMonths } from '#lib/finance/queries/admin-months.ts'
import { FINANCE_BOOKS } from '#lib/finance/rules/admin-finance.ts'
import { monthFilterSchema } from '#lib/finance/rules/month-close.ts'
import { staffWith } from '../../staff.ts'

export const generateMetadata = () => ownTitle('admin-finance', (t) => t('page.months'))

export default async function MonthsPage({ searchParams }: PageProps<'/admin/finance/months'>) {
  const { book: query, open } = monthFilterSchema.parse(await searchParams)
  const book = query ?? env.STORE_MODE
  const staff = await staffWith('costs.see', filterAddress('/admin/finance/months', { book, open }))
  await privateLocale()
  const hidden = await getHiddenColumns(staff, 'figures')
  const { closed, next, mayClose } = await getMonths(staff, book, open)
  const t = await getTranslations('admin-finance')
  const tAdmin = await getTranslations('admin')

  return (
    <>
      <div className="a-head">
        <h1>{t('page.months')}</h1>
        <p className="a-meta">{t('months.lead')}</p>
        <ExportLink list="months" query={`book=${book}`} label={t('months.exportAll')} />
      </div>
      <FinanceTabs here="months" />
      <nav className="a-filters" aria-label={tAdmin('area.orders')}>
        <Chips
          {...{ all: FINANCE_BOOKS, here: book, current: 'page', name: (one) => t(`book.${one}`) }}
          href={(one) => `/admin/finance/months?book=${one}`}
        />
      </nav>
      <div className="grid min-w-0 content-start gap-4">
        {next ? <NextMonthPanel next={next} book={book} mayClose={mayClose} /> : null}
        <section className="a-panel" aria-label={t('months.closed')}>
          <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3.5 py-1.5">
            <h2>{t('months.closed')}</h2>
            <MetricChoice hidden={hidden} />
          </div>
          {closed.length === 0 ? (
            <p className="a-emptyline">{t(next ? 'months.noneClosed' : 'months.noOrders')}</p>
          ) : (
            <MonthTable months={closed} label={t('months.closed')} hidden={hidden} />
          )}
        </section>
      </div>
    </>
  )
}
