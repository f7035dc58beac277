import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { ComparePanel } from '#components/reconciliation/admin/compare-panel.tsx'
import {
  ClosedPanel,
  DiscrepanciesPanel,
  DiscrepancyFilters,
  OneDiscrepancy,
} from '#components/reconciliation/admin/discrepancies-panel.tsx'
import { AgreedPanel, BooksPanel, KindsPanel } from '#components/reconciliation/admin/kinds-panel.tsx'
import { Outcomes } from '#components/reconciliation/admin/outcomes.tsx'
import { OfRun, RunColumns, RunsTable } from '#components/reconciliation/admin/runs-table.tsx'
import { ReferencePanel, SearchPanel } from '#components/reconciliation/admin/search-panel.tsx'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { ExportLink, Pager } from '#components/ui/admin/list-page.tsx'
import { Tabs } from '#components/ui/admin/tabs.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { networkDay } from '#lib/catalog/rules/trip.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import { addDays, calendarDateAt, matching } from '#lib/core/rules/field-schemas.ts'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import { isSearchRefused } from '#lib/orders/queries/searched.ts'
import { getReconciliation, type ReconciliationView } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import { discrepancyFilterSchema } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import { viewQuery } from '#lib/settings/rules/saved-view.ts'
import { SearchRefused, viewsHere } from '../list.tsx'
import { adminTitle, staffOrSignIn } from '../staff.ts'

const VIEWS = ['findings', 'search', 'runs', 'closed'] as const
const addressSchema = discrepancyFilterSchema.extend({
  view: z.enum(VIEWS).catch('findings'),
  after: z.string().max(64).nullable().catch(null),
  /** One alone: nothing else of the address counts then. */
  discrepancy: matching(/^brk_\w{1,40}$/),
})
type Address = z.output<typeof addressSchema>

export const generateMetadata = () => adminTitle('reconciliation')

export default async function ReconciliationPage({ searchParams }: PageProps<'/admin/reconciliation'>) {
  const asked = await searchParams
  // Mails of release 0.1 name the discrepancy `difference`.
  const address = addressSchema.parse({ discrepancy: asked.difference, ...asked })
  // As the catalogue: a bare address comes back bare, and opens with the person's first view.
  const said = { ...address, view: 'view' in asked ? address.view : null }
  const staff = await staffOrSignIn(filterAddress('/admin/reconciliation', said))
  await privateLocale()
  if (await isSearchRefused(staff, address.q)) return <SearchRefused back="/admin/reconciliation" />
  const views = await viewsHere(staff, 'reconciliation', asked)
  const { view: shown, after, ...question } = address
  const list = shown === 'search' || question.discrepancy !== null ? 'findings' : shown
  const view = await getReconciliation(staff, question, { view: list, after: question.discrepancy ? null : after })
  const hidden = await getHiddenColumns(staff, 'runs')
  const t = await getTranslations('admin-reconciliation')
  const tLabel = await getTranslations('admin.label')
  const tBulk = await getTranslations('admin-bulk.search')
  const isAlone = address.discrepancy !== null
  const query = viewQuery(filterAddress('', { ...address, discrepancy: null }))
  const isList = !isAlone && (shown === 'findings' || shown === 'closed')

  return (
    <StaffMessages namespace={['admin-reconciliation', 'admin-acts']}>
      <div className="a-head">
        <h1>{t('title')}</h1>
        <p className="a-meta">{t('lead')}</p>
        {can(staff, 'lists.export') && isList ? (
          <ExportLink list="findings" query={addressOf({ ...address, after: null }).split('?')[1] ?? ''} />
        ) : null}
      </div>
      <Tabs
        {...{ label: t('title'), all: VIEWS, here: isAlone ? null : shown, name: (one) => t(`view.${one}`) }}
        href={(one) => `/admin/reconciliation?view=${one}`}
      />
      <ViewBar area="reconciliation" views={views} query={query}>
        {shown === 'runs' && !isAlone ? <RunColumns hidden={hidden} /> : null}
      </ViewBar>
      {isList ? (
        <DiscrepancyFilters filter={{ ...address, view: shown }} seesPersons={can(staff, 'persons.see')} />
      ) : null}
      {isList ? <OfRun filter={{ ...address, view: shown }} openedBy={view.openedBy} /> : null}
      {isAlone ? (
        <Outcomes>
          <OneDiscrepancy view={view} />
        </Outcomes>
      ) : (
        show(staff, { view, address, hidden, notAllowed: t('search.notAllowed'), notFound: tBulk('none') })
      )}
      {isAlone || shown === 'search' ? null : (
        <Pager
          label={tLabel('pages')}
          before={address.after ? { href: addressOf({ ...address, after: null }), label: tLabel('firstPage') } : null}
          next={view.next ? { href: addressOf({ ...address, after: view.next }), label: tLabel('nextPage') } : null}
        />
      )}
    </StaffMessages>
  )
}

function addressOf(address: Address): string {
  return filterAddress('/admin/reconciliation', address)
}

type Shown = {
  view: ReconciliationView
  address: Address
  hidden: ListColumn<'runs'>[]
  notAllowed: string
  notFound: string
}

function show(staff: StaffMember, { view, address, hidden, notAllowed, notFound }: Shown): ReactNode {
  const today = calendarDateAt(view.readAt, 0)
  const maySettle = can(staff, 'findings.settle')
  if (address.view === 'search')
    return maySettle ? <Search now={view.readAt} /> : <p className="a-meta">{notAllowed}</p>
  const compare = (
    <ComparePanel isComparing={view.isComparing} mayCompare={maySettle} today={today} before={addDays(today, -3)} />
  )
  if (address.view === 'runs') {
    return (
      <div className="grid min-w-0 content-start gap-4">
        <section className="a-panel">{compare}</section>
        {can(staff, 'lists.export') ? (
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <ExportLink list="comparisons" query="" />
          </p>
        ) : null}
        <RunsTable runs={view.runs} hidden={hidden} />
      </div>
    )
  }

  const { q, kind, resolution, opened, ended } = address
  const isNarrowed = q !== '' || [kind, resolution, opened, ended].some((value) => value !== null)
  const empty = isNarrowed ? { empty: notFound } : {}
  if (address.view === 'closed') return <ClosedPanel closed={view.closed} {...empty} />

  return (
    <Outcomes>
      <div className="grid min-w-0 content-start gap-4">
        <BooksPanel view={view} />
        <div className="grid items-start gap-4 grid-cols-[21rem_minmax(0,1fr)] narrow:grid-cols-1">
          <div className="grid min-w-0 content-start gap-4">
            {view.open === 0 ? (
              <AgreedPanel view={view} />
            ) : (
              <DiscrepanciesPanel
                {...{ discrepancies: view.discrepancies, count: view.count, kind: address.kind, now: view.readAt }}
                {...(address.q === '' && opened === null ? {} : empty)}
              />
            )}
          </div>
          <div className="grid min-w-0 content-start gap-4 -order-1 narrow:order-none">
            {view.open > 0 ? <KindsPanel groups={view.groups} open={view.open} kind={address.kind} /> : null}
            <section className="a-panel">{compare}</section>
            {view.closed.length > 0 ? <ClosedPanel closed={view.closed} isBeside /> : null}
          </div>
        </div>
      </div>
    </Outcomes>
  )
}

function Search({ now }: { now: Date }) {
  const to = networkDay(now)

  return (
    <div className="grid min-w-0 content-start gap-4">
      <SearchPanel from={addDays(to, -92)} to={to} />
      <ReferencePanel />
    </div>
  )
}
