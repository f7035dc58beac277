import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { CHANGE_KINDS, ChangeTable } from '#components/admin/change-table.tsx'
import { CountryQueue } from '#components/admin/country-queue.tsx'
import { CoveragePanel, RunsPanel } from '#components/admin/coverage-panel.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { NotOnSale } from '#components/admin/not-on-sale.tsx'
import { SyncPanel } from '#components/admin/sync-panel.tsx'
import { can, type StaffMember } from '#lib/domain/caller.ts'
import { NOT_ON_SALE_REASONS } from '#lib/domain/on-sale.ts'
import { nextSyncAt } from '#lib/domain/sync-schedule.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { getChanges, getCoverage, getNotOnSale, getUnmappedCountries } from '#lib/queries/admin-catalog.ts'
import { adminTitle } from '../admin-title.ts'
import { staffOrSignIn } from '../staff.ts'

type Props = PageProps<'/admin/catalogue'>

const VIEWS = ['coverage', 'changes', 'countries', 'unsold'] as const
const addressSchema = z.object({
  view: z.enum(VIEWS).catch('coverage'),
  kind: z.enum(CHANGE_KINDS).nullable().catch(null),
  reason: z.enum(NOT_ON_SALE_REASONS).nullable().catch(null),
})
type Address = z.output<typeof addressSchema>

export const generateMetadata = () => adminTitle('catalogue')

export default async function CataloguePage({ searchParams }: Props) {
  const staff = await staffOrSignIn('/admin/catalogue')
  await privateLocale()
  const address = addressSchema.parse(await searchParams)
  const t = await getTranslations('admin')

  return (
    <>
      <div className="a-head">
        <h1>{t('area.catalogue')}</h1>
      </div>
      <nav className="a-tabs" aria-label={t('area.catalogue')}>
        {VIEWS.map((view) => (
          <GoLink
            key={view}
            className="a-tab"
            href={`/admin/catalogue?view=${view}`}
            aria-current={view === address.view ? 'page' : undefined}
          >
            {t(`view.${view}`)}
          </GoLink>
        ))}
      </nav>
      {await show(staff, address)}
    </>
  )
}

async function show(staff: StaffMember, { view, kind, reason }: Address): Promise<ReactNode> {
  if (view === 'changes') return <ChangeTable changes={await getChanges(staff, kind)} kind={kind} />
  if (view === 'unsold') return <NotOnSale view={await getNotOnSale(staff, reason)} reason={reason} />
  if (view === 'countries') {
    return <CountryQueue countries={await getUnmappedCountries(staff)} mayMap={can(staff, 'catalog.change')} />
  }
  const coverage = await getCoverage(staff)
  const [run = null] = coverage.runs

  return (
    <div className="a-cols a-cols-side">
      <CoveragePanel coverage={coverage} nextRunAt={nextSyncAt(coverage.readAt)}>
        <SyncPanel initial={{ isRunning: coverage.isRunning, run }} mayStart={can(staff, 'catalog.sync')} />
      </CoveragePanel>
      <RunsPanel runs={coverage.runs} />
    </div>
  )
}
