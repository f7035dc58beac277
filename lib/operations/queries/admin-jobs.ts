import 'server-only'
import { nextByClock } from '#lib/catalog/rules/admin-catalog.ts'
import { maskText } from '#lib/core/queries/export-rows.ts'
import { countEnded, countMails, listJobs } from '#lib/core/repository/jobs.ts'
import { databaseNow } from '#lib/core/repository/leases.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { listClockJobs, readQueues } from '#lib/operations/repository/admin-health.ts'
import { JOB_QUEUES, type JobFilter, RETRIED_QUEUES } from '#lib/operations/rules/admin-audit.ts'
import { readListSearch } from '#lib/orders/queries/searched.ts'
import { findOrderNumbers } from '#lib/reconciliation/repository/discrepancies.ts'

const PAGE = 50
const HOUR_MS = 3_600_000

/** Reads one page of the worker's rows and how many stand where. Throws `forbidden`. */
export async function getJobPage(caller: Caller, filter: JobFilter) {
  requirePermission(caller, 'health.see')
  const readAt = await databaseNow()
  const [listed, queues, mails, ended, clock] = await Promise.all([
    listJobRows(caller, filter),
    readQueues(),
    countMails(),
    countEnded(new Date(readAt.getTime() - HOUR_MS)),
    listClockJobs(),
  ])

  return {
    ...listed,
    readAt,
    clock: clock.map(({ cron, cause, ...row }) => ({
      ...row,
      cause: row.state === 'failed' ? maskText(caller, cause) : null,
      nextAt: nextByClock(cron, readAt),
    })),
    counts: JOB_QUEUES.map((name) => {
      const stands = name === 'mails' ? mails : queues.find(({ kind }) => kind === name)
      const { due = 0, later = 0, oldestAt = null } = stands ?? {}

      return { queue: name, due, later, oldestAt, endedLastHour: ended.find((one) => one.queue === name)?.ended ?? 0 }
    }),
  }
}

/** Reads one page of the worker's rows, the longest standing first. Throws `forbidden`. */
export async function listJobRows(caller: Caller, { state, queue, q, after }: JobFilter, max = PAGE) {
  requirePermission(caller, 'health.see')
  const searched = await readListSearch(caller, q)
  const found = await listJobs({ state, queue, searched, after: toPlace(after), limit: max + 1 })
  const page = found.slice(0, max)
  const numbers = await findOrderNumbers(page.flatMap(({ orderId }) => orderId ?? []))
  const retried: readonly string[] = can(caller, 'jobs.retry') && state !== 'running' ? RETRIED_QUEUES : []
  const last = page.at(-1)

  return {
    rows: page.map(({ orderId, ...row }) => {
      const number = orderId ? numbers.get(orderId) : undefined

      return {
        ...row,
        order: orderId && number ? { id: orderId, number } : null,
        mayRetry: retried.includes(row.queue),
      }
    }),
    next: found.length > max && last ? `${last.at.getTime()}.${last.id}` : null,
  }
}

function toPlace(after: string | null): { at: Date; id: string } | null {
  const [at, id] = after?.split('.', 2) ?? []

  return at && id ? { at: new Date(Number(at)), id } : null
}

/** What happens by the clock: how it ended last (`null` for never), and when it comes next (`null` where nobody can say). */
export type JobClockRow = Awaited<ReturnType<typeof getJobPage>>['clock'][number]
