import 'server-only'
import {
  type MetricRow,
  readItemMetrics,
  readProviderMetrics,
  readWorkMetrics,
} from '#lib/operations/repository/metrics.ts'

/** What each figure says, and what its label tells apart. */
export const METRICS: Record<string, { help: string; label?: string }> = {
  lines: { help: 'Lines of orders in each state.', label: 'state' },
  lines_oldest_seconds: { help: 'How long the oldest line has waited in a state that is not clear.', label: 'state' },
  delivery_seconds: { help: 'From proven money to delivery, lines of the last hour.', label: 'quantile' },
  due_rows: { help: 'Rows that are due for the worker.', label: 'kind' },
  due_oldest_seconds: { help: 'How long the oldest due row has waited, 0 for none.', label: 'kind' },
  mails_given_up: { help: 'Mails that could not be sent.' },
  workers: { help: 'Workers with a sign of life in the last minute.' },
  webhooks_waiting: { help: 'Events whose payment has not been read yet.' },
  webhook_lag_seconds: { help: 'Longest time from an event to its payment being read, last hour.' },
  differences_open: { help: 'Open differences between our books and others.', label: 'kind' },
  alarms_open: { help: 'Alarms that the owners were mailed about and that are not over.', label: 'kind' },
  catalogue_age_seconds: { help: 'Time since the catalogue was last read to its end.' },
  upstream_calls: { help: 'Calls of the last five minutes, over all processes.', label: 'class' },
  upstream_seconds: { help: 'Delay of calls of the last five minutes.', label: 'quantile' },
  attempts: { help: 'Order attempts of the last day, by what became of them.', label: 'state' },
  breaker_open: { help: '1 while a breaker is open.', label: 'breaker' },
  session_logins: { help: 'Logins at the upstream in the last day.' },
  session_early_ends: { help: 'Sessions of the last day that ended before their time.' },
  session_failures: { help: 'Logins that failed in a row.' },
}

/** A figure as it is published. */
export type PublishedMetric = { name: string; help: string; rows: { labels: Record<string, string>; value: number }[] }

/**
 * Reads what an operator watches. Labels are states, kinds and endpoints of our own: no order, no address, no number of
 * an eSIM. For callers who have shown the token, or sit on this machine.
 */
export async function getMetrics(): Promise<PublishedMetric[]> {
  const read: (MetricRow & { endpoint?: string })[] = (
    await Promise.all([readItemMetrics(), readWorkMetrics(), readProviderMetrics()])
  ).flat()

  return Object.entries(METRICS).flatMap(([name, { help, label }]) => {
    const rows = read.filter(({ metric }) => metric === name)
    if (rows.length === 0) return []

    return { name, help, rows: rows.map((row) => ({ labels: labelsOf(row, label), value: row.value })) }
  })
}

function labelsOf({ endpoint = '', label }: { endpoint?: string; label: string }, name?: string) {
  return { ...(endpoint === '' ? {} : { endpoint }), ...(name ? { [name]: label } : {}) }
}
