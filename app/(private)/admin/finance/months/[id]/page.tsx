import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { FinanceTabs } from '#components/finance/admin/finance-filters.tsx'
import { LinesTable } from '#components/finance/admin/lines-table.tsx'
import { MetricChoice } from '#components/finance/admin/metric-cells.tsx'
import { MonthNotesPanel, MonthTable, monthAddress } from '#components/finance/admin/month-table.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { ExportLink, Pager } from '#components/ui/admin/list-page.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { getMonth } from '#lib/finance/queries/admin-months.ts'
import { monthIdSchema, monthLinesSchema, readMonthId } from '#lib/finance/rules/month-close.ts'
import { adminTitle, staffWith } from '../../../staff.ts'

const PARTS = { own: 'ownLines', unknown_cost: 'note.unknownCosts', corrections: 'correctedLines' } as const

type Props = PageProps<'/admin/finance/months/[id]'>

export async function generateMetadata({ params }: Props) {
  const id = monthIdSchema.safeParse((await params).id)
  if (!id.success) return adminTitle('finance')

  return ownTitle('admin-finance', (t) => t('months.of', { month: readMonthId(id.data).month }))
}

export default async function MonthPage({ params, searchParams }: Props) {
  const { id } = await params
  const filter = monthLinesSchema.parse(await searchParams)
  const staff = await staffWith('costs.see', `/admin/finance/months/${encodeURIComponent(id)}`)
  await privateLocale()
  const page = monthIdSchema.safeParse(id).success ? await getMonth(staff, id, filter) : null
  if (!page) notFound()
  const { month, rows, more } = page
  const hidden = await getHiddenColumns(staff, 'figures')
  const t = await getTranslations('admin-finance')
  const label = t(`months.${PARTS[filter.part]}`)

  return (
    <>
      <div className="a-head">
        <h1>
          {t('months.of', { month: month.month })} <span className="a-soft">{t(`book.${month.book}`)}</span>
        </h1>
        <p className="a-meta">
          {t.rich('months.closedBy', {
            name: () => <bdi>{month.closedBy}</bdi>,
            at: () => <LocalTime at={month.closedAt} show="date_time" />,
          })}
        </p>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <MetricChoice hidden={hidden} />
          <ExportLink list="month" query={`id=${id}`} label={t('months.export')} />
        </span>
      </div>
      <FinanceTabs here="months" />
      <div className="grid min-w-0 content-start gap-4">
        <section className="a-panel" aria-label={t('months.of', { month: month.month })}>
          <MonthTable months={[month]} label={t('months.of', { month: month.month })} hidden={hidden} />
        </section>
        <MonthNotesPanel id={id} notes={month.notes} />
        <Panel
          id="booked"
          title={label}
          end={
            <Link className="a-link" href={monthAddress(id, filter.part === 'own' ? 'corrections' : 'own')}>
              {t(filter.part === 'own' ? 'months.corrections' : 'months.own')}
            </Link>
          }
        >
          <LinesTable {...{ rows, label, hidden }} empty={t('months.nothing')} />
          <Pager
            label={t('pages')}
            before={null}
            next={more ? { href: monthAddress(id, filter.part, more), label: t('months.more') } : null}
          />
        </Panel>
      </div>
    </>
  )
}
