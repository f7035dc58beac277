import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark, type MarkTone } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { ClockState, JobClockRow } from '#lib/operations/rules/admin-jobs.ts'

const TONES: Partial<Record<ClockState, MarkTone>> = { completed: 'ok', failed: 'stop', cancelled: 'stop' }

/** What happens by the clock: how it ended last, why it failed, and when it comes next. */
export function ClockPanel({ rows }: { rows: JobClockRow[] }) {
  const t = useTranslations('admin-settings.jobs')
  const moment = (at: Date | null) => (at ? <LocalTime at={at} show="moment" /> : t('none'))

  return (
    <Panel id="clock" title={t('clock.title')}>
      {rows.length === 0 ? (
        <p className="a-emptyline">{t('clock.empty')}</p>
      ) : (
        <DataTable label={t('clock.title')} heads={[null, t('clock.last'), t('clock.outcome'), t('next')]}>
          {rows.map(({ name, state, at, cause, nextAt }) => (
            <tr key={name}>
              <th scope="row">{knownWords(t, 'clock.name', name)}</th>
              <td>{moment(at)}</td>
              <td className="a-wrap">
                {state ? <Mark tone={TONES[state] ?? 'wait'}>{t(`clock.state.${state}`)}</Mark> : t('clock.never')}
                {cause ? (
                  <span className="a-sub">
                    <bdi>{cause}</bdi>
                  </span>
                ) : null}
              </td>
              <td>{moment(nextAt)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Panel>
  )
}
