import 'server-only'
import { z } from 'zod'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { afterOutcome } from '#lib/provider/rules/breaker.ts'

/** The two breakers towards the provider: what may be repeated, and what acts once. */
export type BreakerKey = 'reads' | 'placements'

/** A breaker as every process sees it. `openForMs` and for how long a probe has been due are null while it is closed. */
export type BreakerRow = {
  state: 'closed' | 'open'
  isSpotless: boolean
  openForMs: number | null
  /** Negative while nobody may probe. */
  probeDueForMs: number | null
}

const recentSchema = z.array(z.boolean()).catch([])
const stateSchema = z.enum(['closed', 'open']).catch('closed')

/** Reads both breakers; a missing one is closed. `isSpotless` means that it remembers no failure at all. */
export async function findBreakers(): Promise<Record<BreakerKey, BreakerRow>> {
  type Row = { key: string; state: string; recent: unknown; openForMs: number | null; probeDueForMs: number | null }
  const rows = await db().$queryRaw<Row[]>`
    SELECT "key", "state", "recent", (extract(epoch FROM clock_timestamp() - "openedAt") * 1000)::float8 AS "openForMs",
      (extract(epoch FROM clock_timestamp() - "nextProbeAt") * 1000)::float8 AS "probeDueForMs"
    FROM "Breaker"`
  const read = (key: BreakerKey): BreakerRow => {
    const row = rows.find((one) => one.key === key)
    const state = stateSchema.parse(row?.state)

    return {
      state,
      isSpotless: state === 'closed' && !recentSchema.parse(row?.recent).includes(true),
      openForMs: state === 'open' ? (row?.openForMs ?? 0) : null,
      probeDueForMs: state === 'open' ? (row?.probeDueForMs ?? 0) : null,
    }
  }

  return { reads: read('reads'), placements: read('placements') }
}

/** Takes the one probe that an open breaker allows per `everyMs`. `true` means: this caller is it. */
export async function claimProbe(key: BreakerKey, everyMs: number): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE "Breaker" SET "nextProbeAt" = clock_timestamp() + ${everyMs} * interval '1 millisecond',
      "updatedAt" = clock_timestamp()
    WHERE "key" = ${key} AND "state" = 'open' AND ("nextProbeAt" IS NULL OR "nextProbeAt" <= clock_timestamp())`

  return count === 1
}

/** Tells whether a breaker lets nobody pass now: it is open, and its next probe is not due yet. */
export async function isShut(key: BreakerKey): Promise<boolean> {
  const rows = await db().$queryRaw`
    SELECT 1 FROM "Breaker" WHERE "key" = ${key} AND "state" = 'open' AND "nextProbeAt" > clock_timestamp()`

  return (rows as unknown[]).length > 0
}

/** Adds an outcome to a breaker, opening or closing it. Outcomes of many processes are counted one after the other. */
export async function recordOutcome(key: BreakerKey, outcome: { isFailure: boolean; probeMs: number }): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockBreaker(key, tx)
    const after = afterOutcome(before, outcome.isFailure)
    const hasOpened = before.state === 'closed' && after.state === 'open'
    await tx.$executeRaw`
      UPDATE "Breaker"
      SET "state" = ${after.state}, "failures" = ${after.failures}, "recent" = ${JSON.stringify(after.recent)}::jsonb,
        "openedAt" = CASE WHEN ${hasOpened} THEN clock_timestamp() WHEN ${after.state} = 'open' THEN "openedAt" END,
        "nextProbeAt" = CASE WHEN ${hasOpened} THEN clock_timestamp() + ${outcome.probeMs} * interval '1 millisecond'
          WHEN ${after.state} = 'open' THEN "nextProbeAt" END,
        "updatedAt" = clock_timestamp()
      WHERE "key" = ${key}`
  })
}

async function lockBreaker(key: BreakerKey, tx: Tx) {
  const [row] = await tx.$queryRaw<{ state: string; failures: number; recent: unknown }[]>`
    SELECT "state", "failures", "recent" FROM "Breaker" WHERE "key" = ${key} FOR UPDATE`

  return {
    state: stateSchema.parse(row?.state),
    failures: row?.failures ?? 0,
    recent: recentSchema.parse(row?.recent),
  }
}
