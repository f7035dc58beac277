import 'server-only'
import { PgBoss } from 'pg-boss'
import { requireSetting } from '#lib/core/env.ts'

/** A job of the clock: its name, when it runs (cron, UTC) and what it does. It never touches money. */
export type ClockJob = { name: string; cron: string; run: () => Promise<void> }

/** The job engine of this process. */
export type Boss = { stop(): Promise<void> }

const STOP_MS = 20_000
const POLL_SECONDS = 30

/**
 * Starts the job engine and its schedules. Any number of processes may: each job runs once for all of them. Throws while
 * the database is away; nothing is left behind then.
 */
export async function startBoss(jobs: ClockJob[]): Promise<Boss> {
  const boss = new PgBoss({ connectionString: requireSetting('DATABASE_URL'), max: 2, application_name: 'jobs' })
  // An engine that cannot reach its database says so here; unheard, it would end the process.
  boss.on('error', () => undefined)
  try {
    await boss.start()
    for (const { name, cron, run } of jobs) {
      await boss.createQueue(name, { retryLimit: 0, expireInSeconds: 3_600 })
      await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, run)
      await boss.schedule(name, cron)
    }
  } catch (error) {
    // Half started, it would go on beside the next one.
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }

  return { stop: () => boss.stop({ graceful: true, timeout: STOP_MS }) }
}
