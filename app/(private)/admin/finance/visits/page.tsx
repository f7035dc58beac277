import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { FinanceTabs } from '#components/finance/admin/finance-filters.tsx'
import { FunnelSteps, FunnelTable, VisitFilters, visitsAddress } from '#components/finance/admin/funnel.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { can } from '#lib/core/rules/caller.ts'
import { getFunnel } from '#lib/finance/queries/visits.ts'
import { visitFilterSchema } from '#lib/finance/rules/visits.ts'
import { singleParams } from '../../list.tsx'
import { staffWith } from '../../staff.ts'

export const generateMetadata = () => ownTitle('admin-finance', (t) => t('visits.title'))

export default async function VisitsPage({ searchParams }: PageProps<'/admin/finance/visits'>) {
  const filter = visitFilterSchema.parse(singleParams(await searchParams))
  const staff = await staffWith('costs.see', visitsAddress(filter))
  await privateLocale()
  const funnel = await getFunnel(staff, filter)
  const t = await getTranslations('admin-finance')
  const { since, isOn, range } = funnel

  return (
    <>
      <div className="a-head">
        <h1>{t('visits.title')}</h1>
        <p className="a-meta">
          {since ? t('visits.since', { day: since }) : t('visits.never')} {isOn ? null : t('visits.off')}{' '}
          {can(staff, 'settings.change') ? (
            <Link className="a-link" href="/admin/settings/tools">
              {t('visits.setting')}
            </Link>
          ) : null}
        </p>
      </div>
      <FinanceTabs here="visits" />
      <VisitFilters filter={filter} range={range} />
      <div className="grid min-w-0 content-start gap-4">
        <Panel id="funnel" title={t('visits.funnel')} hint={t('range', range)}>
          <FunnelSteps counts={funnel.total} />
        </Panel>
        <Panel id="rows" title={t('sums', { by: t(`visits.by.${filter.by}`) })}>
          <FunnelTable rows={funnel.rows} filter={filter} label={t('visits.title')} />
        </Panel>
      </div>
    </>
  )
}
