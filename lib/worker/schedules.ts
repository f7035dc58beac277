import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { actOnWithdrawals } from '#lib/cancellations/commands/withdraw.ts'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { refreshPartners } from '#lib/catalog/commands/sync-partners.ts'
import { SYNC_CRON } from '#lib/catalog/rules/sync-schedule.ts'
import { announceSalesResumed } from '#lib/checkout/commands/sales-notes.ts'
import { log } from '#lib/core/log.ts'
import { type Boss, type ClockJob, startBoss } from '#lib/core/repository/queue.ts'
import { inJob } from '#lib/core/trace.ts'
import { pollUsage } from '#lib/esims/commands/usage/poll-usage.ts'
import { remindOfInstalling } from '#lib/esims/commands/usage/send-reminders.ts'
import { addUpDays } from '#lib/finance/commands/add-up-days.ts'
import { issueAwaitedInvoices } from '#lib/finance/commands/issue-invoice.ts'
import { watchAbandoned } from '#lib/fulfilment/commands/watch-abandoned.ts'
import { raiseAlarms } from '#lib/operations/worker/raise-alarms.ts'
import { rewriteSoon, tidyUp } from '#lib/operations/worker/retention.ts'
import { findForgotten } from '#lib/orders/worker/find-forgotten.ts'
import { applyDuePrices } from '#lib/pricing/commands/apply-draft.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import { runComparisons } from '#lib/reconciliation/commands/run-comparison.ts'

const MINUTE = 60_000
const SHORTEST_WATCH_MS = 2_000
const INSTALL_REMINDERS_EVERY_MS = 10 * MINUTE
const PRICES_EVERY_MS = 5_000

/**
 * Starts what happens by the clock.
 *
 * What concerns money runs on timers of our own, in every process, safe to run twice: it must go on when the job engine
 * does not. The rest (catalogue, retention) is scheduled once for all processes.
 */
export function startSchedules(): { stop(): Promise<void> } {
  const timers = [
    every(Math.max(SHORTEST_WATCH_MS, scaled(5 * MINUTE)), 'watch abandoned', watchAbandoned),
    every(Math.max(SHORTEST_WATCH_MS, scaled(5 * MINUTE)), 'find forgotten', findForgotten),
    every(MINUTE, 'compare the books', runComparisons),
    every(Math.max(SHORTEST_WATCH_MS, scaled(MINUTE)), 'withdrawals', actOnWithdrawals),
    every(MINUTE, 'usage', pollUsage),
    every(INSTALL_REMINDERS_EVERY_MS, 'install reminders', remindOfInstalling),
    every(MINUTE, 'day sums', addUpDays),
    every(Math.max(SHORTEST_WATCH_MS, scaled(MINUTE)), 'invoices', issueAwaitedInvoices),
    every(MINUTE, 'alarms', raiseAlarms),
    every(MINUTE, 'till notes', announceSalesResumed),
    every(10 * MINUTE, 'rewrite erased', rewriteSoon),
    every(PRICES_EVERY_MS, 'planned prices', applyDuePrices),
  ]
  const jobs = keepJobs([
    { name: 'sync-catalog', cron: SYNC_CRON, run: readCatalog },
    { name: 'retention', cron: '41 3 * * *', run: tidyUp },
  ])

  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await jobs.stop()
    },
  }
}

async function readCatalog(): Promise<void> {
  const { state } = await syncCatalog({ trigger: 'schedule' })
  if (state === 'finished') await refreshPartners()
}

function every(ms: number, name: string, run: () => Promise<unknown>): NodeJS.Timeout {
  let isRunning = false

  return setInterval(() => {
    if (isRunning) return
    isRunning = true
    inJob(name, { jobId: `${name}.${randomUUID().slice(0, 8)}` }, run)
      .catch((error: unknown) => log.error(`${name} failed`, { error }))
      .finally(() => {
        isRunning = false
      })
  }, ms).unref()
}

const RETRY_MS = 5_000
const SAY_EVERY = 60

/**
 * Starts the job engine as soon as its database lets it, however often that fails: without it nothing is lost, but the
 * catalogue is read no more and nothing is deleted when its time is over.
 */
export function keepJobs(jobs: ClockJob[], retryMs = RETRY_MS): Boss {
  const stopping = new AbortController()
  const { signal } = stopping
  const started = start()

  return {
    stop: async () => {
      stopping.abort()
      await (await started)?.stop()
    },
  }

  async function start(): Promise<Boss | null> {
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        return await startBoss(jobs)
      } catch (error) {
        // The store sells without it meanwhile.
        if (tries % SAY_EVERY === 0) log.error('schedules not started yet', { error })
        await sleep(retryMs, null, { signal, ref: false }).catch(() => undefined)
      }
    }

    return null
  }
}
