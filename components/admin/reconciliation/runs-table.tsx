import { useTranslations } from 'next-intl'
import { Delay } from '#components/admin/age.tsx'
import { DataTable } from '#components/admin/data-table.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Panel } from '#components/admin/panel.tsx'
import { MissingParts, RunState } from '#components/admin/reconciliation/run-parts.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { RunView } from '#lib/domain/admin-reconciliation.ts'

/** The last comparisons: what each looked at, how long it took and what it found. */
export function RunsTable({ runs }: { runs: RunView[] }) {
  const t = useTranslations('admin-reconciliation.runs')
  const words = useTranslations('admin-reconciliation')
  const figures = ['ours', 'listed', 'payments', 'calls', 'opened', 'closed'] as const

  return (
    <Panel id="runs" title={t('title')} hint={t('hint')}>
      {runs.length === 0 ? (
        <p className="a-emptyline">{t('empty')}</p>
      ) : (
        <DataTable
          label={t('title')}
          heads={[
            t('started'),
            t('window'),
            t('state'),
            ...figures.map((figure) => ({ head: t(figure), className: 'a-num' })),
            { head: t('took'), className: 'a-num' },
          ]}
        >
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                {run.startedAt ? <LocalTime at={run.startedAt} show="moment" /> : t('waiting')}
                <span className="a-sub">{knownWords(words, 'trigger', run.trigger)}</span>
              </th>
              <td>
                <LocalTime at={run.from} show="moment" />
                <span className="a-sub">
                  <LocalTime at={run.until} show="moment" />
                </span>
              </td>
              <td>
                <RunState run={run} />
                <MissingParts run={run} />
              </td>
              {figures.map((figure) => (
                <td key={figure} className="a-num">
                  {run[figure]}
                </td>
              ))}
              <td className="a-num a-soft">
                <Delay ms={tookMs(run)} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </Panel>
  )
}

function tookMs({ startedAt, finishedAt }: RunView): number | null {
  return startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null
}
