import 'server-only'
import { PgBoss } from 'pg-boss'
import { requireSetting } from '#lib/core/env.ts'
import { db, WITHIN_LIMITS } from '#lib/core/repository/client.ts'

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
  const connectionString = requireSetting('DATABASE_URL')
  const boss = new PgBoss({ connectionString, max: 2, application_name: 'jobs', ...WITHIN_LIMITS })
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

/** The bundles of one process each have a copy of this module, and the process has one worker. */
const OWN = Symbol.for('landfall.own-beat')
const shared = globalThis as unknown as { [OWN]?: string }

/** Says under which id the worker of this process gives its signs of life. */
export function nameOwnBeat(id: string): void {
  shared[OWN] = id
}

/** The id of this process's own worker; `null` while it has none. */
export function ownBeat(): string | null {
  return shared[OWN] ?? null
}

/** Notes that a process is alive, by the database's clock. */
export async function beat(id: string, kind: string): Promise<void> {
  await db().$executeRaw`
    INSERT INTO "Heartbeat" ("id", "kind", "startedAt", "at") VALUES (${id}, ${kind}, clock_timestamp(), clock_timestamp())
    ON CONFLICT ("id") DO UPDATE SET "at" = clock_timestamp()`
}

/** Forgets a process that has ended in good order. */
export async function endBeat(id: string): Promise<void> {
  await db().heartbeat.deleteMany({ where: { id } })
}
