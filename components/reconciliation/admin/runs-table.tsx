import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { Mark, type MarkTone, Panel } from '#components/ui/admin/panel.tsx'
import { Delay } from '#components/ui/admin/relative-time.tsx'
import { type ListColumn, RUN_METRICS } from '#lib/core/rules/lists.ts'
import type { ReconciliationView, RunView } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import type { DiscrepancyFilter } from '#lib/reconciliation/rules/admin-reconciliation.ts'

const TONES: Record<string, MarkTone> = {
  finished: 'ok',
  partial: 'wait',
  failed: 'stop',
  running: 'wait',
  asked: 'plain',
}

/** How a comparison stands. */
export function RunState({ run }: { run: RunView }) {
  const t = useTranslations('admin-reconciliation')

  return <Mark tone={TONES[run.state] ?? 'plain'}>{knownLabel(t, 'runState', run.state)}</Mark>
}

/** The lists that a comparison could not read, with the reason. Nothing when it read them all. */
export function MissingParts({ run }: { run: RunView }) {
  const t = useTranslations('admin-reconciliation')
  const admin = useTranslations('admin')
  const missing = run.parts.filter(({ outcome }) => outcome !== 'complete')

  return missing.map(({ name, outcome }) => (
    <span key={name} className="a-sub">
      {t('partMissing', { part: knownLabel(t, 'part', name), why: reasonOf(t, admin, outcome) })}
    </span>
  ))
}

function reasonOf(t: unknown, admin: unknown, outcome: string): string {
  const own = knownLabel(t, 'partFault', outcome)

  return own === outcome ? knownLabel(admin, 'failure', outcome) : own
}

type Hidden = readonly ListColumn<'runs'>[]

/** The last comparisons: what each looked at, how long it took and what it found. */
export function RunsTable({ runs, hidden }: { runs: RunView[]; hidden: Hidden }) {
  const t = useTranslations('admin-reconciliation.runs')
  const tLabel = useTranslations('admin.label')
  const tAdminReconciliation = useTranslations('admin-reconciliation')

  return (
    <Panel id="runs" title={t('title')} hint={t('hint')}>
      <ListTable
        label={t('title')}
        rows={runs}
        empty={t('empty')}
        first={[
          {
            ...{ head: tLabel('started'), isName: true },
            cell: ({ startedAt, trigger }) => (
              <>
                {startedAt ? <LocalTime at={startedAt} show="moment" /> : tLabel('waiting')}
                <span className="a-sub">{knownLabel(tAdminReconciliation, 'trigger', trigger)}</span>
              </>
            ),
          },
        ]}
        {...{ columns: useColumns(), hidden }}
      />
    </Panel>
  )
}

export function RunColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="runs" columns={useColumns()} hidden={hidden} />
}

function useColumns(): Column<RunView, ListColumn<'runs'>>[] {
  const t = useTranslations('admin-reconciliation.runs')
  const tLabel = useTranslations('admin.label')

  return [
    {
      name: 'window',
      head: t('window'),
      cell: ({ from, until }) => (
        <>
          <LocalTime at={from} show="moment" />
          <span className="a-sub">
            <LocalTime at={until} show="moment" />
          </span>
        </>
      ),
    },
    {
      name: 'state',
      head: tLabel('state'),
      cell: (run) => (
        <>
          <RunState run={run} />
          <MissingParts run={run} />
        </>
      ),
    },
    ...RUN_METRICS.map((name) => ({
      ...{ name, head: t(name), className: 'a-num' },
      cell: (run: RunView) => <Metric run={run} name={name} />,
    })),
    { name: 'took', head: t('took'), className: 'a-num a-soft', cell: (run) => <Delay ms={tookMs(run)} /> },
  ]
}

/** What a comparison opened and closed leads there. What it read on the other side is not kept here. */
function Metric({ run, name }: { run: RunView; name: (typeof RUN_METRICS)[number] }) {
  const behind = { opened: { opened: run.id }, closed: { view: 'closed', ended: run.id } }
  if ((name !== 'opened' && name !== 'closed') || run[name] === 0) return run[name]

  return (
    <Link className="a-link" href={filterAddress('/admin/reconciliation', behind[name])}>
      {run[name]}
    </Link>
  )
}

function tookMs({ startedAt, finishedAt }: RunView): number | null {
  return startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null
}

type OfRunProps = {
  filter: Pick<DiscrepancyFilter, 'view' | 'opened' | 'ended'>
  openedBy: ReconciliationView['openedBy']
}

/** Says which differences are listed when the number of a comparison has led here: of those it opened, in which list each is. */
export function OfRun({ filter: { view, opened, ended }, openedBy }: OfRunProps) {
  const t = useTranslations('admin-reconciliation.ofRun')
  if (ended !== null) return <p className="a-filters a-meta">{t('closed')}</p>
  if (opened === null || openedBy === null) return null
  const list = (one: DiscrepancyFilter['view']) => (chunks: ReactNode) =>
    one === view ? (
      <strong>{chunks}</strong>
    ) : (
      <Link className="a-link" href={filterAddress('/admin/reconciliation', { view: one, opened })}>
        {chunks}
      </Link>
    )

  return (
    <p className="a-filters a-meta">
      <span>{t.rich('opened', { ...openedBy, now: list('findings'), done: list('closed') })}</span>
    </p>
  )
}
