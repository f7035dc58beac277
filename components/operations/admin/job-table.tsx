import { useTranslations } from 'next-intl'
import { RetryButton } from '#components/operations/admin/retry-button.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { hasLabel, knownLabel } from '#components/ui/admin/known-label.ts'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import type { JobRow, JobState } from '#lib/operations/rules/admin-audit.ts'

type Hidden = readonly ListColumn<'jobs'>[]

/** Rows of the worker: what they are about, why they stand so, and when they come up. */
export function JobTable({ rows, state, hidden }: { rows: JobRow[]; state: JobState; hidden: Hidden }) {
  const t = useTranslations('admin-settings.jobs')
  const tAdmin = useTranslations('admin')
  const labels = useJobLabel()
  const nameOf = ({ queue, id }: JobRow) => (
    <>
      {tAdmin(`queues.${queue}`)} <span className="a-sub a-id">{id}</span>
    </>
  )
  const retry = (row: JobRow) =>
    row.mayRetry ? <RetryButton queue={row.queue} id={row.id} label={labels(row)} /> : null

  return (
    <ListTable
      rows={rows}
      {...{ label: t('table'), columns: useColumns(state), hidden }}
      first={[{ head: tAdmin('label.kind'), cell: nameOf }]}
      last={[{ head: tAdmin('label.actions'), cell: retry }]}
    />
  )
}

export function JobColumns({ state, hidden }: { state: JobState; hidden: Hidden }) {
  return <ColumnChoice list="jobs" columns={useColumns(state)} hidden={hidden} />
}

function useColumns(state: JobState): Column<JobRow, ListColumn<'jobs'>>[] {
  const t = useTranslations('admin-settings.jobs')
  const admin = useTranslations('admin')
  const labels = useJobLabel()
  const isWaiting = state === 'due' || state === 'running' || state === 'later'

  return [
    { name: 'what', head: admin('label.state'), cell: labels },
    {
      name: 'order',
      head: admin('label.order'),
      cell: ({ order }) => <OrderLink {...order} none={t('none')} />,
    },
    {
      name: 'cause',
      head: t('cause'),
      cell: ({ cause, tries }) => (
        <>
          {cause ? (hasLabel(admin, 'held', cause) ? knownLabel(admin, 'held', cause) : cause) : t('none')}
          {tries ? <span className="a-sub">{t('tries', { count: tries })}</span> : null}
        </>
      ),
    },
    { name: 'at', head: t(isWaiting ? 'next' : 'since'), cell: ({ at }) => <LocalTime at={at} show="moment" /> },
  ]
}

function useJobLabel() {
  const t = useTranslations('admin')

  return ({ queue, what }: JobRow) => {
    if (queue === 'mails') return knownLabel(t, 'mail', what)

    return queue === 'lines' ? knownLabel(t, 'line', what) : knownLabel(t, 'jobState', what)
  }
}
