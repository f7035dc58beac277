import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { ClockPanel } from '#components/operations/admin/clock-panel.tsx'
import { JobColumns, JobTable } from '#components/operations/admin/job-table.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { SearchForm } from '#components/ui/admin/search-form.tsx'
import { TabStrip } from '#components/ui/admin/tab-strip.tsx'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { can } from '#lib/core/rules/caller.ts'
import { getJobPage } from '#lib/operations/queries/admin-jobs.ts'
import { JOB_QUEUES, JOB_STATES, type JobFilter, jobFilterSchema } from '#lib/operations/rules/admin-jobs.ts'
import { isSearchRefused } from '#lib/orders/queries/searched.ts'
import { viewQuery } from '#lib/settings/rules/saved-view.ts'
import { adminTitle } from '../admin-title.ts'
import { staffWith } from '../staff.ts'
import { viewsHere } from '../views.ts'
import './jobs.css'
import { SearchRefused } from '../search-refused.tsx'

type Props = PageProps<'/admin/jobs'>

export const generateMetadata = () => adminTitle('jobs')

export default async function JobsPage({ searchParams }: Props) {
  const asked = await searchParams
  const filter = readFilter(asked)
  const staff = await staffWith('health.see', addressOf(filter))
  await privateLocale()
  if (await isSearchRefused(staff, filter.q)) return <SearchRefused back="/admin/jobs" />
  const views = await viewsHere(staff, 'jobs', asked)
  const hidden = await getHiddenColumns(staff, 'jobs')
  const { rows, next, counts, clock, readAt } = await getJobPage(staff, filter)
  const query = viewQuery(filterAddress('', filter))
  const t = await getTranslations('admin-settings.jobs')
  const tBulk = await getTranslations('admin-bulk.search')

  return (
    <StaffMessages namespace="admin-settings">
      <div className="a-head">
        <h1>{t('title')}</h1>
        <p className="a-meta">{t.rich('readAt', { at: () => <LocalTime at={readAt} show="time_zone" /> })}</p>
        {can(staff, 'lists.export') ? (
          <ExportLink list="jobs" query={addressOf({ ...filter, after: null }).split('?')[1] ?? ''} />
        ) : null}
      </div>
      <div className="a-stack">
        <Panel id="counts" title={t('counts')}>
          <dl className="a-kv">
            {counts.map(({ queue, due, later, oldestAt, endedLastHour }) => (
              <div key={queue}>
                <dt>{t(`name.${queue}`)}</dt>
                <dd>
                  {t.rich('standing', {
                    ...{ due, later },
                    dueRows: (words) => <Rows of={{ queue, state: 'due' }}>{words}</Rows>,
                    laterRows: (words) => <Rows of={{ queue, state: 'later' }}>{words}</Rows>,
                  })}
                  {oldestAt ? (
                    <>
                      , {t('oldest')} <RelativeTime since={oldestAt} now={readAt} />
                    </>
                  ) : null}
                  <span className="a-sub">{t('ended', { count: endedLastHour })}</span>
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
        <ClockPanel rows={clock} />
      </div>
      <TabStrip label={t('states')} className="a-jobs-tabs">
        {JOB_STATES.map((state) => (
          <GoLink
            key={state}
            className="a-tab"
            href={addressOf({ ...filter, state, after: null })}
            aria-current={state === filter.state ? 'page' : undefined}
          >
            {t(`state.${state}`)}
          </GoLink>
        ))}
      </TabStrip>
      <ViewBar area="jobs" views={views} query={query}>
        <JobColumns state={filter.state} hidden={hidden} />
      </ViewBar>
      <SearchForm
        key={addressOf({ ...filter, after: null })}
        {...{ id: 'list-search', action: '/admin/jobs', text: filter.q, maxLength: 254, dir: 'ltr' }}
        {...{ label: t('search'), send: tBulk('find'), kept: { state: filter.state, queue: filter.queue } }}
        all={addressOf({ ...filter, q: '', after: null })}
      />
      <p className="a-row a-jobs-queues">
        {[null, ...JOB_QUEUES].map((queue) => (
          <GoLink
            key={queue ?? 'all'}
            className="a-chip"
            href={addressOf({ ...filter, queue, after: null })}
            aria-current={queue === filter.queue ? 'true' : undefined}
          >
            {t(queue ? `name.${queue}` : 'all')}
          </GoLink>
        ))}
      </p>
      <section className="a-panel" aria-label={t(`state.${filter.state}`)}>
        {rows.length === 0 ? (
          <p className="a-emptyline">{filter.q === '' ? t(`empty.${filter.state}`) : tBulk('none')}</p>
        ) : (
          <JobTable rows={rows} state={filter.state} hidden={hidden} />
        )}
        <Pager
          label={t('pages')}
          before={filter.after ? { href: addressOf({ ...filter, after: null }), words: t('first') } : null}
          next={next ? { href: addressOf({ ...filter, after: next }), words: t('nextPage') } : null}
        >
          <span>{t('retryRule')}</span>
        </Pager>
      </section>
    </StaffMessages>
  )
}

/** A number of rows that opens them. */
function Rows({ of, children }: { of: Partial<JobFilter>; children: ReactNode }) {
  return (
    <GoLink className="a-link" href={addressOf({ ...jobFilterSchema.parse({}), ...of })}>
      {children}
    </GoLink>
  )
}

function addressOf(filter: JobFilter): string {
  return filterAddress('/admin/jobs', filter)
}

function readFilter(params: Awaited<Props['searchParams']>): JobFilter {
  // A parameter that comes twice means nothing.
  const single = Object.fromEntries(Object.entries(params).filter(([, value]) => typeof value === 'string'))

  return jobFilterSchema.parse(single)
}
