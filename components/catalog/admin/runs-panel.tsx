import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ExportLink, Pager } from '#components/ui/admin/list-page.tsx'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { DescriptionList, Mark, type MarkTone, Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { Coverage } from '#lib/catalog/queries/admin-catalog.ts'
import type { SyncRunRow, SyncRunView } from '#lib/catalog/rules/admin-catalog.ts'
import type { PlanChangeKind } from '#lib/catalog/rules/plan.ts'
import type { ListColumn } from '#lib/core/rules/lists.ts'

const TONES: Record<SyncRunView['state'], MarkTone> = { running: 'wait', finished: 'ok', failed: 'stop' }

type RunsPanelProps = {
  runs: SyncRunRow[]
  /** Whether these are the newest ones. */
  isFirst: boolean
  /** The place where the next page begins. */
  next: string | null
  hidden: readonly ListColumn<'syncs'>[]
  mayExport: boolean
}

/** The passes over the catalogue; the numbers of each lead to the differences that it found. */
export function RunsPanel({ runs, isFirst, next, hidden, mayExport }: RunsPanelProps) {
  const t = useTranslations('admin')
  const columns = useColumns(isFirst ? runs[0] : undefined)

  return (
    <Panel
      id="runs"
      title={t('runs.title')}
      end={
        <>
          <ColumnChoice list="syncs" {...{ columns, hidden }} />
          {mayExport ? <ExportLink list="syncs" query="" /> : null}
        </>
      }
    >
      <ListTable
        label={t('runs.title')}
        rows={runs}
        empty={t('runs.empty')}
        first={[
          {
            ...{ head: t('label.started'), isName: true },
            cell: ({ startedAt }) => <LocalTime at={startedAt} show="moment" />,
          },
        ]}
        {...{ columns, hidden }}
      />
      <Pager
        label={t('label.pages')}
        before={isFirst ? null : { href: '/admin/catalogue?view=coverage', label: t('label.newest') }}
        next={next ? { href: `/admin/catalogue?view=coverage&after=${next}`, label: t('label.older') } : null}
      />
    </Panel>
  )
}

// What the newest pass could not read is what is unread today.
function useColumns(newest: SyncRunRow | undefined): Column<SyncRunRow, ListColumn<'syncs'>>[] {
  const t = useTranslations('admin')

  return [
    { name: 'state', head: t('label.state'), cell: (run) => <State run={run} /> },
    {
      name: 'read',
      head: t('label.read'),
      className: 'a-num',
      cell: ({ done, total }) => `${done} / ${total}`,
    },
    {
      name: 'failed',
      head: t('runs.failed'),
      className: 'a-num',
      cell: ({ id, failed }) =>
        id === newest?.id && failed > 0 ? (
          <Link className="a-link" href={UNREAD}>
            {failed}
          </Link>
        ) : (
          failed
        ),
    },
    { name: 'calls', head: t('label.calls'), className: 'a-num', cell: ({ calls }) => calls },
    {
      name: 'by',
      head: t('label.by'),
      className: 'a-soft',
      cell: ({ trigger }) => knownLabel(t, 'trigger', trigger.split(':')[0] ?? ''),
    },
  ]
}

function State({ run: { id, state, error, changes } }: { run: SyncRunRow }) {
  const t = useTranslations('admin')

  return (
    <>
      <Mark tone={TONES[state]}>{t(`runs.${state}`)}</Mark>
      {error ? <span className="a-sub">{knownLabel(t, 'syncFault', error)}</span> : null}
      {changes.map(({ kind, count }) => (
        <Link key={kind} className="a-link a-sub" href={changesOf(id, kind)}>
          {t(`change.${kind}`)} {count}
        </Link>
      ))}
    </>
  )
}

function changesOf(run: string, kind: PlanChangeKind): string {
  return filterAddress('/admin/catalogue', { view: 'changes', run, kind })
}

/** The destinations whose last reading failed. */
const UNREAD = '/admin/catalogue?view=destinations&state=unread'

type CoveragePanelProps = { coverage: Coverage; nextRunAt: Date; children: ReactNode }

export function CoveragePanel({ coverage, nextRunAt, children }: CoveragePanelProps) {
  const t = useTranslations('admin')
  const { listed, read, failed, failures, readAt } = coverage
  const age = (at: Date | null) =>
    at ? t.rich('label.ago', { age: () => <RelativeTime since={at} now={readAt} /> }) : t('label.never')

  return (
    <Panel
      id="coverage"
      title={t('view.coverage')}
      beside={
        <span className="ms-auto a-meta">
          <Mark tone={listed === 0 ? 'plain' : failures > 0 ? 'wait' : 'ok'}>
            {t('coverage.said', { read, listed, failed: failures })}
          </Mark>
        </span>
      }
    >
      {children}
      <DescriptionList
        pairs={[
          {
            name: t('label.plans'),
            value: (
              <Link className="a-link" href="/admin/catalogue?view=unsold">
                {t('coverage.plansOf', { onSale: coverage.onSale, plans: coverage.plans })}
              </Link>
            ),
          },
          { name: t('coverage.newest'), value: age(coverage.newestReadAt) },
          { name: t('coverage.oldest'), value: age(coverage.oldestReadAt) },
          {
            name: t('coverage.vanished'),
            value: (
              <Link className="a-link" href="/admin/catalogue?view=destinations&state=gone">
                {coverage.vanished}
              </Link>
            ),
          },
          { name: t('coverage.next'), value: <LocalTime at={nextRunAt} show="moment" /> },
        ]}
      />
      {failed.length > 0 ? (
        <ListTable
          label={t('coverage.failedTitle')}
          rows={failed}
          first={[
            {
              ...{ head: t('coverage.destination'), isName: true },
              cell: ({ id, name }) => (
                <Link className="a-link" href={`/admin/catalogue/${id}`}>
                  <bdi>{name}</bdi>
                </Link>
              ),
            },
            { head: t('coverage.why'), cell: ({ error }) => knownLabel(t, 'syncFault', error) },
            { head: t('coverage.lastGood'), className: 'a-num a-soft', cell: ({ readAt: at }) => age(at) },
          ]}
        />
      ) : null}
      {failures > failed.length ? (
        <p className="a-emptyline">
          <Link className="a-link" href={UNREAD}>
            {t('coverage.allFailed', { count: failures })}
          </Link>
        </p>
      ) : null}
    </Panel>
  )
}
