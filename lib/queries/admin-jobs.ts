import 'server-only'
import { readQueues } from '#lib/db/admin-health.ts'
import { countEnded, countMails, listJobs } from '#lib/db/jobs.ts'
import { databaseNow } from '#lib/db/leases.ts'
import { findOrderNumbers } from '#lib/db/reconciliation-findings.ts'
import { JOB_QUEUES, type JobFilter, type JobPage, RETRIED_QUEUES } from '#lib/domain/admin-jobs.ts'
import { type Caller, can, requirePermission } from '#lib/domain/caller.ts'

const PAGE = 50
const HOUR_MS = 3_600_000

/** Reads one page of the worker's rows and how many stand where. Throws `forbidden`. */
export async function getJobPage(caller: Caller, { state, queue, after }: JobFilter): Promise<JobPage> {
  requirePermission(caller, 'health.see')
  const readAt = await databaseNow()
  const [found, queues, mails, ended] = await Promise.all([
    listJobs({ state, queue, after: toPlace(after), limit: PAGE + 1 }),
    readQueues(),
    countMails(),
    countEnded(new Date(readAt.getTime() - HOUR_MS)),
  ])
  const page = found.slice(0, PAGE)
  const numbers = await findOrderNumbers(page.flatMap(({ orderId }) => orderId ?? []))
  const retried: readonly string[] = can(caller, 'jobs.retry') && state !== 'running' ? RETRIED_QUEUES : []
  const last = page.at(-1)

  return {
    readAt,
    rows: page.map(({ orderId, ...row }) => {
      const number = orderId ? numbers.get(orderId) : undefined

      return {
        ...row,
        order: orderId && number ? { id: orderId, number } : null,
        mayRetry: retried.includes(row.queue),
      }
    }),
    next: found.length > PAGE && last ? `${last.at.getTime()}.${last.id}` : null,
    counts: JOB_QUEUES.map((name) => {
      const stands = name === 'mails' ? mails : queues.find(({ kind }) => kind === name)
      const { due = 0, later = 0, oldestAt = null } = stands ?? {}

      return { queue: name, due, later, oldestAt, endedLastHour: ended.find((one) => one.queue === name)?.ended ?? 0 }
    }),
  }
}

function toPlace(after: string | null): { at: Date; id: string } | null {
  const [at, id] = after?.split('.', 2) ?? []

  return at && id ? { at: new Date(Number(at)), id } : null
}
