import 'server-only'
import { z } from 'zod'
import { env } from '#lib/core/env.ts'
import { VERSION } from '#lib/core/release.ts'
import { db } from '#lib/core/repository/client.ts'
import { ownBeat } from '#lib/core/repository/queue.ts'
import { WORKER_SILENCE_MS } from '#lib/operations/repository/admin-health.ts'
import { readDeliveries } from '#lib/operations/repository/admin-today.ts'
import { getAnswerTimeMs } from '#lib/orders/queries/order-of-quote.ts'
import type { StoreProof } from '#lib/settings/rules/store-status.ts'

const CLOCK_DRIFT_MS = 5_000

export type Check = 'ok' | 'failed' | 'unknown'

/** What this process needs before it takes visitors, or work. `unknown` means that an earlier failure hides the answer. */
export type Readiness = {
  status: 'ready' | 'not_ready'
  checks: { database: Check; schema: Check; worker: Check; clock: Check }
}

const rowSchema = z.object({
  now: z.date(),
  failedMigrations: z.number(),
  workerAt: z.date().nullable(),
  isUnderstood: z.boolean(),
})

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
    schema: row.failedMigrations === 0 && row.isUnderstood ? 'ok' : 'failed',
    worker: silenceMs < WORKER_SILENCE_MS ? 'ok' : 'failed',
    clock: driftMs < CLOCK_DRIFT_MS ? 'ok' : 'failed',
  })
}

/** Which release answers, for whoever watches over the store. Never throws. */
export async function getReleaseDetails() {
  const row = await db()
    .schemaState.findUnique({ where: { id: 'main' }, select: { level: true, release: true } })
    .catch(() => null)

  return { version: VERSION, schema: row && { level: Number(row.level), release: row.release } }
}

async function readRow() {
  const isOwnAlone = env.WORKER === 'only'
  try {
    const rows = await db().$queryRaw`
      SELECT clock_timestamp() AS "now",
        (SELECT count(*)::int FROM "_prisma_migrations" WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL)
          AS "failedMigrations",
        -- A release that runs on while a newer one changes the schema may find that it is too old for it.
        NOT EXISTS (
          SELECT 1 FROM "SchemaState" WHERE "id" = 'main'
            AND string_to_array(split_part("understoodFrom", '-', 1), '.')::int[]
              > string_to_array(split_part(${VERSION}, '-', 1), '.')::int[]
        ) AS "isUnderstood",
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

const MONTH_MS = 30 * 86_400_000
// Of fewer nobody can say what is usual.
const FEWEST = 20

/** Reads how long half of the eSIMs and half of the answers took at most. */
export async function getStoreProof(mode: string, fewest = FEWEST): Promise<StoreProof> {
  const now = new Date()
  const month = { from: new Date(now.getTime() - MONTH_MS), until: now }
  const [deliveries, answerMs] = await Promise.all([readDeliveries(month, mode), getAnswerTimeMs(now)])

  return { deliveryMs: deliveries.lines >= fewest ? deliveries.medianMs : null, answerMs }
}
