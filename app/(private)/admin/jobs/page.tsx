import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { ClockPanel, Oldest } from '#components/operations/admin/health-panels.tsx'
import { JobColumns, JobTable } from '#components/operations/admin/job-table.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { addressIn, ListHead, ListPage, SearchForm } from '#components/ui/admin/list-page.tsx'
import { DESCRIPTIONS, Panel } from '#components/ui/admin/panel.tsx'
import { Chips, Tabs } from '#components/ui/admin/tabs.tsx'
import { getJobPage } from '#lib/operations/queries/admin-jobs.ts'
import { JOB_QUEUES, JOB_STATES, type JobFilter, jobFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { openList } from '../list.tsx'
import { adminTitle } from '../staff.ts'

export const generateMetadata = () => adminTitle('jobs')

export default async function JobsPage({ searchParams }: PageProps<'/admin/jobs'>) {
  const list = await openList('jobs', jobFilterSchema, searchParams)
  const { staff, filter, hidden, base, refused } = list
  if (refused) return refused
  const { rows, next, counts, clock, readAt } = await getJobPage(staff, filter)
  const { state, queue, q } = filter
  const t = await getTranslations('admin-settings.jobs')
  const tAdmin = await getTranslations('admin')
  const tBulk = await getTranslations('admin-bulk.search')

  return (
    <StaffMessages namespace="admin-settings">
      <ListHead
        list={list}
        title={tAdmin('area.jobs')}
        lead={tAdmin.rich('readAt', { at: () => <LocalTime at={readAt} show="time_zone" /> })}
      />
      <div className="grid min-w-0 content-start gap-4">
        <Panel id="counts" title={t('counts')}>
          <dl className={DESCRIPTIONS}>
            {counts.map(({ queue: one, due, later, oldestAt, endedLastHour }) => (
              <div key={one}>
                <dt>{tAdmin(`queues.${one}`)}</dt>
                <dd>
                  {t.rich('standing', {
                    ...{ due, later },
                    dueRows: (chunks) => <Rows of={{ queue: one, state: 'due' }}>{chunks}</Rows>,
                    laterRows: (chunks) => <Rows of={{ queue: one, state: 'later' }}>{chunks}</Rows>,
                  })}
                  <Oldest at={oldestAt} now={readAt} />
                  <span className="a-sub">{t('ended', { count: endedLastHour })}</span>
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
        <ClockPanel rows={clock} />
      </div>
      <Tabs
        {...{ label: t('states'), className: 'mt-4 mb-3', all: JOB_STATES, here: state }}
        href={(one) => addressIn(list, { ...base, state: one })}
        name={(one) => t(`state.${one}`)}
      />
      <ListPage
        {...{ list, older: next, title: t(`state.${state}`) }}
        columns={<JobColumns state={state} hidden={hidden} />}
        filters={
          <SearchForm
            key={addressIn(list, base)}
            {...{ action: '/admin/jobs', text: q, maxLength: 254, dir: 'ltr', label: t('search') }}
            kept={{ state, queue }}
            all={addressIn(list, { state, queue })}
          />
        }
        about={
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 mb-3">
            <Chips
              {...{ all: [null, ...JOB_QUEUES], here: queue }}
              href={(one) => addressIn(list, { ...base, queue: one })}
              name={(one) => tAdmin(one ? `queues.${one}` : 'label.all')}
            />
          </p>
        }
        empty={rows.length > 0 ? null : q === '' ? t(`empty.${state}`) : tBulk('none')}
        pages={{ label: tAdmin('label.pages'), before: tAdmin('label.firstPage'), next: tAdmin('label.nextPage') }}
        note={<span>{t('retryRule')}</span>}
      >
        <JobTable rows={rows} state={state} hidden={hidden} />
      </ListPage>
    </StaffMessages>
  )
}

/** A number of rows that opens them. */
function Rows({ of, children }: { of: Partial<JobFilter>; children: ReactNode }) {
  return (
    <Link className="a-link" href={filterAddress('/admin/jobs', { ...jobFilterSchema.parse({}), ...of })}>
      {children}
    </Link>
  )
}
