import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { ChangeColumns, ChangeFilters, ChangeTable } from '#components/catalog/admin/change-table.tsx'
import { CountryQueue, MappedCountries } from '#components/catalog/admin/country-queue.tsx'
import { DestinationColumns, DestinationTable } from '#components/catalog/admin/destination-table.tsx'
import { NotOnSale, UnsoldColumns } from '#components/catalog/admin/plan-table.tsx'
import { CoveragePanel, RunsPanel } from '#components/catalog/admin/runs-panel.tsx'
import { SyncPanel } from '#components/catalog/admin/sync-panel.tsx'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link, TAB } from '#components/ui/admin/link.tsx'
import { ExportLink } from '#components/ui/admin/list-page.tsx'
import { Tabs } from '#components/ui/admin/tabs.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getChanges, getCoverage, getSyncRuns, toChangeFilter } from '#lib/catalog/queries/admin-catalog.ts'
import {
  getAdminDestinations,
  getMappedCountries,
  getUnmappedCountries,
} from '#lib/catalog/queries/admin-destinations.ts'
import { getNotOnSale, unsoldFilterSchema } from '#lib/catalog/queries/admin-unsold.ts'
import { destinationFilterSchema, nextSyncAt } from '#lib/catalog/rules/admin-catalog.ts'
import { changeFilterSchema } from '#lib/catalog/schema.ts'
import { env } from '#lib/core/env.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import { syncThrottleMs } from '#lib/provider/commands/throttle.ts'
import { viewQuery } from '#lib/settings/rules/saved-view.ts'
import { viewsHere } from '../list.tsx'
import { adminTitle, staffOrSignIn } from '../staff.ts'

const VIEWS = ['coverage', 'destinations', 'changes', 'countries', 'unsold'] as const
const addressSchema = destinationFilterSchema.extend({
  view: z.enum(VIEWS).catch('coverage'),
  kind: changeFilterSchema.shape.kind,
  reason: unsoldFilterSchema.shape.reason,
  sku: changeFilterSchema.shape.sku,
  run: changeFilterSchema.shape.run,
  since: changeFilterSchema.shape.since,
  until: changeFilterSchema.shape.until,
  after: changeFilterSchema.shape.after,
})
type Address = z.output<typeof addressSchema>

export const generateMetadata = () => adminTitle('catalogue')

export default async function CataloguePage({ searchParams }: PageProps<'/admin/catalogue'>) {
  const query = await searchParams
  const address = addressSchema.parse(query)
  // The view only where the address says one: the bare address comes back bare, and opens with the person's first view.
  const said = {
    ...address,
    view: 'view' in query ? address.view : null,
    sku: address.sku === null ? null : String(address.sku),
  }
  const staff = await staffOrSignIn(filterAddress('/admin/catalogue', said))
  await privateLocale()
  const views = await viewsHere(staff, 'catalogue', query)
  const t = await getTranslations('admin')
  const tOwn = await getTranslations('admin-catalogue')
  const tDevices = await getTranslations('admin-settings.devices')

  return (
    <>
      <div className="a-head">
        <h1>{t('area.catalogue')}</h1>
      </div>
      <Tabs
        {...{ label: t('area.catalogue'), all: VIEWS, here: address.view }}
        href={(view) => `/admin/catalogue?view=${view}`}
        name={(view) => (view === 'destinations' ? t('label.destinations') : t(`view.${view}`))}
      >
        <Link className={TAB} href="/admin/partners">
          {tOwn('view.partners')}
        </Link>
        <Link className={TAB} href="/admin/catalogue/devices">
          {tDevices('title')}
        </Link>
      </Tabs>
      <ViewBar area="catalogue" views={views} query={viewQuery(filterAddress('', said))}>
        <ColumnsHere staff={staff} view={address.view} />
      </ViewBar>
      {await show(staff, address)}
    </>
  )
}

async function ColumnsHere({ staff, view }: { staff: StaffMember; view: Address['view'] }) {
  if (view === 'changes') return <ChangeColumns hidden={await getHiddenColumns(staff, view)} />
  if (view === 'unsold') {
    const currencies = { currency: env.STORE_CURRENCY, costCurrency: env.RESELLER_API_CURRENCY }

    return <UnsoldColumns hidden={await getHiddenColumns(staff, view)} {...currencies} />
  }
  if (view !== 'destinations') return null

  return <DestinationColumns currency={env.STORE_CURRENCY} hidden={await getHiddenColumns(staff, view)} />
}

async function show(staff: StaffMember, address: Address): Promise<ReactNode> {
  const { view, kind } = address
  if (view === 'destinations') return showDestinations(staff, address)
  if (view === 'changes') {
    const { q, run, since, until } = address
    const { changes, next } = await getChanges(staff, toChangeFilter(address))
    const filter = { q, kind, sku: address.sku === null ? null : String(address.sku), run, since, until }

    return (
      <>
        <ChangeFilters {...address} mayExport={can(staff, 'lists.export')} />
        <ChangeTable
          changes={changes}
          filter={filter}
          isFirst={address.after === null}
          next={next}
          hidden={await getHiddenColumns(staff, view)}
        />
      </>
    )
  }
  if (view === 'unsold') {
    return (
      <NotOnSale
        view={await getNotOnSale(staff, address)}
        filter={address}
        isFirst={address.after === null}
        hidden={await getHiddenColumns(staff, view)}
        mayExport={can(staff, 'lists.export')}
      />
    )
  }
  if (view === 'countries') {
    const mayMap = can(staff, 'catalog.change')

    return (
      <div className="grid min-w-0 content-start gap-4">
        <CountryQueue countries={await getUnmappedCountries(staff)} mayMap={mayMap} />
        <MappedCountries countries={await getMappedCountries(staff)} mayMap={mayMap} />
      </div>
    )
  }
  const coverage = await getCoverage(staff)
  const tOwn = await getTranslations('admin-catalogue')
  const { runs, next } = await getSyncRuns(staff, address.after)

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_34rem] items-start gap-4 narrow:grid-cols-1">
      <CoveragePanel coverage={coverage} nextRunAt={nextSyncAt(coverage.readAt)}>
        <p className="a-emptyline">
          {tOwn('pace.title')}: {tOwn('pace.said', { ms: await syncThrottleMs() })}
        </p>
        <SyncPanel
          initial={{ isRunning: coverage.isRunning, run: coverage.run }}
          mayStart={can(staff, 'catalog.sync')}
        />
      </CoveragePanel>
      <RunsPanel
        {...{ runs, next, hidden: await getHiddenColumns(staff, 'syncs') }}
        isFirst={address.after === null}
        mayExport={can(staff, 'lists.export')}
      />
    </div>
  )
}

async function showDestinations(staff: StaffMember, { q, shelf, state }: Address): Promise<ReactNode> {
  const locale = await privateLocale()
  const filter = { q, shelf, state }
  const { rows, currency } = await getAdminDestinations(staff, locale, filter)

  return (
    <DestinationTable
      rows={rows}
      filter={filter}
      currency={currency}
      hidden={await getHiddenColumns(staff, 'destinations')}
    >
      {can(staff, 'lists.export') ? (
        <ExportLink list="destinations" query={filterAddress('', { ...filter, locale }).slice(1)} />
      ) : null}
    </DestinationTable>
  )
}
