import { useTranslations } from 'next-intl'
import { DataTable } from '#components/admin/data-table.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { RetryButton } from '#components/admin/jobs/retry-button.tsx'
import { hasWords, knownWords } from '#components/admin/known-words.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { JobRow, JobState } from '#lib/domain/admin-jobs.ts'

/** Rows of the worker: what they are about, why they stand so, and when they come up. */
export function JobTable({ rows, state }: { rows: JobRow[]; state: JobState }) {
  const t = useTranslations('admin-settings.jobs')
  const admin = useTranslations('admin')
  const words = useJobWords()
  const isWaiting = state === 'due' || state === 'running' || state === 'later'

  return (
    <DataTable
      label={t('table')}
      heads={[t('queue'), t('what'), t('order'), t('cause'), t(isWaiting ? 'next' : 'since'), t('acts')]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td>
            {t(`name.${row.queue}`)} <span className="a-sub a-id">{row.id}</span>
          </td>
          <td>{words(row)}</td>
          <td>
            {row.order ? (
              <GoLink className="a-link a-id" href={`/admin/orders/${row.order.id}`}>
                {row.order.number}
              </GoLink>
            ) : (
              t('none')
            )}
          </td>
          <td>
            {row.cause
              ? hasWords(admin, 'held', row.cause)
                ? knownWords(admin, 'held', row.cause)
                : row.cause
              : t('none')}
            {row.tries ? <span className="a-sub">{t('tries', { count: row.tries })}</span> : null}
          </td>
          <td>
            <LocalTime at={row.at} show="moment" />
          </td>
          <td>{row.mayRetry ? <RetryButton queue={row.queue} id={row.id} label={words(row)} /> : null}</td>
        </tr>
      ))}
    </DataTable>
  )
}

function useJobWords() {
  const t = useTranslations('admin')

  return ({ queue, what }: JobRow) => {
    if (queue === 'mails') return knownWords(t, 'mail', what)

    return queue === 'lines' ? knownWords(t, 'line', what) : knownWords(t, 'jobState', what)
  }
}
