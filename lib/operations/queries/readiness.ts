import 'server-only'
import { z } from 'zod'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import { ownBeat } from '#lib/core/repository/heartbeats.ts'

const WORKER_SILENCE_MS = 60_000
const CLOCK_DRIFT_MS = 5_000

export type Check = 'ok' | 'failed' | 'unknown'

/** What this process needs before it takes visitors, or work. `unknown` means that an earlier failure hides the answer. */
export type Readiness = {
  status: 'ready' | 'not_ready'
  checks: { database: Check; schema: Check; worker: Check; clock: Check }
}

const rowSchema = z.object({ now: z.date(), failedMigrations: z.number(), workerAt: z.date().nullable() })

/**
 * Asks the database for its clock, its migrations and the last sign of life of a worker. Never throws.
 *
 * A web process is content with any worker, wherever it runs; a process that only works answers for its own.
 */
export async function getReadiness(): Promise<Readiness> {
  const row = await readRow()
  if (!row) return toReadiness({ database: 'failed', schema: 'unknown', worker: 'unknown', clock: 'unknown' })
  const silenceMs = row.workerAt === null ? Number.POSITIVE_INFINITY : row.now.getTime() - row.workerAt.getTime()
  const driftMs = Math.abs(Date.now() - row.now.getTime())

  return toReadiness({
    database: 'ok',
    schema: row.failedMigrations === 0 ? 'ok' : 'failed',
    worker: silenceMs < WORKER_SILENCE_MS ? 'ok' : 'failed',
    clock: driftMs < CLOCK_DRIFT_MS ? 'ok' : 'failed',
  })
}

async function readRow() {
  const isOwnAlone = env.WORKER === 'only'
  try {
    const rows = await db().$queryRaw`
      SELECT clock_timestamp() AS "now",
        (SELECT count(*)::int FROM "_prisma_migrations" WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL)
          AS "failedMigrations",
        (SELECT max("at") FROM "Heartbeat" WHERE "kind" = 'runner'
          AND (NOT ${isOwnAlone}::boolean OR "id" = ${ownBeat()})) AS "workerAt"`

    return z.array(rowSchema).parse(rows)[0] ?? null
  } catch {
    return null
  }
}

function toReadiness(checks: Readiness['checks']): Readiness {
  const isReady = Object.values(checks).every((check) => check === 'ok')

  return { status: isReady ? 'ready' : 'not_ready', checks }
}
