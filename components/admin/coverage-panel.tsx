import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Age } from '#components/admin/age.tsx'
import { DataTable } from '#components/admin/data-table.tsx'
import { ExportLink } from '#components/admin/export-link.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Mark, type MarkTone } from '#components/admin/mark.tsx'
import { Pairs } from '#components/admin/pairs.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { Coverage, SyncRunView } from '#lib/domain/admin-catalog.ts'

type CoveragePanelProps = { coverage: Coverage; nextRunAt: Date; children: ReactNode }

export function CoveragePanel({ coverage, nextRunAt, children }: CoveragePanelProps) {
  const t = useTranslations('admin')
  const { listed, read, failed, readAt } = coverage
  const age = (at: Date | null) =>
    at ? t.rich('today.ago', { age: () => <Age since={at} now={readAt} /> }) : t('today.never')

  return (
    <Panel
      id="coverage"
      title={t('coverage.title')}
      beside={
        <span className="a-ph-end a-meta">
          <Mark tone={listed === 0 ? 'plain' : failed.length > 0 ? 'wait' : 'ok'}>
            {t('coverage.said', { read, listed, failed: failed.length })}
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
    </Panel>
  )
}

const TONES: Record<SyncRunView['state'], MarkTone> = { running: 'wait', finished: 'ok', failed: 'stop' }

export function RunsPanel({ runs, mayExport }: { runs: SyncRunView[]; mayExport: boolean }) {
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
        {runs.map((run) => (
          <tr key={run.id}>
            <th scope="row">
              <LocalTime at={run.startedAt} show="moment" />
            </th>
            <td>
              <Mark tone={TONES[run.state]}>{t(`runs.${run.state}`)}</Mark>
              {run.error ? <span className="a-sub">{knownWords(t, 'syncFault', run.error)}</span> : null}
            </td>
            <td className="a-num">{`${run.done} / ${run.total}`}</td>
            <td className="a-num">{run.failed}</td>
            <td className="a-num">{run.calls}</td>
            <td className="a-soft">{knownWords(t, 'trigger', run.trigger.split(':')[0] ?? '')}</td>
          </tr>
        ))}
      </DataTable>
    </Panel>
  )
}
