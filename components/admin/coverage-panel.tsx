import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Age } from '#components/admin/age.tsx'
import { DataTable } from '#components/admin/data-table.tsx'
import { ExportLink } from '#components/admin/export-link.tsx'
import { filterAddress } from '#components/admin/filter-address.ts'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Mark, type MarkTone } from '#components/admin/mark.tsx'
import { Pager } from '#components/admin/pager.tsx'
import { Pairs } from '#components/admin/pairs.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { Coverage, SyncRunRow, SyncRunView } from '#lib/domain/admin-catalog.ts'
import type { PlanChangeKind } from '#lib/domain/catalog-diff.ts'

type CoveragePanelProps = { coverage: Coverage; nextRunAt: Date; children: ReactNode }

export function CoveragePanel({ coverage, nextRunAt, children }: CoveragePanelProps) {
  const t = useTranslations('admin')
  const { listed, read, failed, failures, readAt } = coverage
  const age = (at: Date | null) =>
    at ? t.rich('today.ago', { age: () => <Age since={at} now={readAt} /> }) : t('today.never')

  return (
    <Panel
      id="coverage"
      title={t('coverage.title')}
      beside={
        <span className="a-ph-end a-meta">
          <Mark tone={listed === 0 ? 'plain' : failures > 0 ? 'wait' : 'ok'}>
            {t('coverage.said', { read, listed, failed: failures })}
          </Mark>
        </span>
      }
    >
      {children}
      <Pairs
        pairs={[
          {
            name: t('coverage.plans'),
            value: (
              <GoLink className="a-link" href="/admin/catalogue?view=unsold">
                {t('coverage.plansOf', { onSale: coverage.onSale, plans: coverage.plans })}
              </GoLink>
            ),
          },
          { name: t('coverage.newest'), value: age(coverage.newestReadAt) },
          { name: t('coverage.oldest'), value: age(coverage.oldestReadAt) },
          {
            name: t('coverage.vanished'),
            value: (
              <GoLink className="a-link" href="/admin/catalogue?view=destinations&state=gone">
                {coverage.vanished}
              </GoLink>
            ),
          },
          { name: t('coverage.next'), value: <LocalTime at={nextRunAt} show="moment" /> },
        ]}
      />
      {failed.length > 0 ? (
        <DataTable
          label={t('coverage.failedTitle')}
          heads={[t('coverage.destination'), t('coverage.why'), { head: t('coverage.lastGood'), className: 'a-num' }]}
        >
          {failed.map(({ id, name, error, readAt: at }) => (
            <tr key={id}>
              <th scope="row">
                <GoLink className="a-link" href={`/admin/catalogue/${id}`}>
                  <bdi>{name}</bdi>
                </GoLink>
              </th>
              <td>{knownWords(t, 'syncFault', error)}</td>
              <td className="a-num a-soft">{age(at)}</td>
            </tr>
          ))}
        </DataTable>
      ) : null}
      {failures > failed.length ? (
        <p className="a-emptyline">
          <GoLink className="a-link" href={UNREAD}>
            {t('coverage.allFailed', { count: failures })}
          </GoLink>
        </p>
      ) : null}
    </Panel>
  )
}

const UNREAD = '/admin/catalogue?view=destinations&state=unread'
const TONES: Record<SyncRunView['state'], MarkTone> = { running: 'wait', finished: 'ok', failed: 'stop' }

type RunsPanelProps = {
  runs: SyncRunRow[]
  /** Whether these are the newest ones. */
  isFirst: boolean
  /** The place where the next page begins. */
  next: string | null
  mayExport: boolean
}

/** The passes over the catalogue; the numbers of each lead to the differences that it found. */
export function RunsPanel({ runs, isFirst, next, mayExport }: RunsPanelProps) {
  const t = useTranslations('admin')

  return (
    <Panel
      id="runs"
      title={t('runs.title')}
      beside={
        mayExport ? (
          <span className="a-ph-end">
            <ExportLink list="syncs" query="" />
          </span>
        ) : null
      }
    >
      {runs.length === 0 ? <p className="a-emptyline">{t('runs.empty')}</p> : null}
      <DataTable
        label={t('runs.title')}
        heads={[
          t('runs.started'),
          t('runs.state'),
          { head: t('runs.read'), className: 'a-num' },
          { head: t('runs.failed'), className: 'a-num' },
          { head: t('runs.calls'), className: 'a-num' },
          t('runs.by'),
        ]}
      >
        {runs.map((run, place) => (
          <tr key={run.id}>
            <th scope="row">
              <LocalTime at={run.startedAt} show="moment" />
            </th>
            <td>
              <Mark tone={TONES[run.state]}>{t(`runs.${run.state}`)}</Mark>
              {run.error ? <span className="a-sub">{knownWords(t, 'syncFault', run.error)}</span> : null}
              {run.changes.map(({ kind, count }) => (
                <GoLink key={kind} className="a-link a-sub" href={changesOf(run.id, kind)}>
                  {t(`change.${kind}`)} {count}
                </GoLink>
              ))}
            </td>
            <td className="a-num">{`${run.done} / ${run.total}`}</td>
            <td className="a-num">
              {isFirst && place === 0 && run.failed > 0 ? (
                <GoLink className="a-link" href={UNREAD}>
                  {run.failed}
                </GoLink>
              ) : (
                run.failed
              )}
            </td>
            <td className="a-num">{run.calls}</td>
            <td className="a-soft">{knownWords(t, 'trigger', run.trigger.split(':')[0] ?? '')}</td>
          </tr>
        ))}
      </DataTable>
      <Pager
        label={t('orders.pages')}
        before={isFirst ? null : { href: '/admin/catalogue?view=coverage', words: t('changes.newest') }}
        next={next ? { href: `/admin/catalogue?view=coverage&after=${next}`, words: t('orders.older') } : null}
      />
    </Panel>
  )
}

function changesOf(run: string, kind: PlanChangeKind): string {
  return filterAddress('/admin/catalogue', { view: 'changes', run, kind })
}
