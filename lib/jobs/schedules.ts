import 'server-only'
import { SYNC_CRON } from '#lib/domain/sync-schedule.ts'
import { findForgotten } from '#lib/jobs/handlers/find-forgotten.ts'
import { raiseAlarms } from '#lib/jobs/handlers/raise-alarms.ts'
import { rewriteSoon, tidyUp } from '#lib/jobs/handlers/retention.ts'
import { keepJobs } from '#lib/jobs/job-engine.ts'
import { log } from '#lib/log.ts'
import { refreshPartners } from '#lib/services/catalogue/sync-partners.ts'
import { addUpDays } from '#lib/services/finance/add-up-days.ts'
import { applyDuePrices } from '#lib/services/pricing/apply-draft.ts'
import { runComparisons } from '#lib/services/reconcile-store/run-comparison.ts'
import { syncCatalog } from '#lib/services/sync-catalog.ts'
import { tellTillOpen } from '#lib/services/till-notes.ts'
import { scaled } from '#lib/services/time-scale.ts'
import { pollUsage } from '#lib/services/usage/poll-usage.ts'
import { remindOfInstalling } from '#lib/services/usage/send-reminders.ts'
import { watchAbandoned } from '#lib/services/watch-abandoned.ts'
import { actOnWithdrawals } from '#lib/services/withdraw.ts'

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
    every(MINUTE, 'alarms', raiseAlarms),
    every(MINUTE, 'till notes', tellTillOpen),
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
    run()
      .catch((error: unknown) => log.error(`${name} failed`, { error }))
      .finally(() => {
        isRunning = false
      })
  }, ms).unref()
}
