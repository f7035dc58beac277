import 'server-only'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import { TIMERS, timeScaleOf } from '#lib/core/rules/timers.ts'
import { isProviderShort, toProviderFloor } from '#lib/finance/repository/provider-ledger.ts'
import { PROVIDER_FLOOR_KEY } from '#lib/finance/rules/provider-ledger.ts'
import { RECOVERY_KEY } from '#lib/fulfilment/repository/recovery.ts'
import { findBreakers } from '#lib/provider/repository/breakers.ts'
import { toSetting } from '#lib/settings/rules/settings.ts'

const KEY = 'till.closed'
const NOTICE_KEY = 'till.notice'

/** A closed till: why, since when, and the network's code where it answered with one. */
export type SalesPause = { reason: PauseReason; since: Date | null; code: number | null }

/** Returns why no payments are taken, `null` while they are. The most far-reaching reason comes first. */
export async function findSalesPause(client: Tx = db()): Promise<SalesPause | null> {
  const rows = await client.setting.findMany({
    where: { key: { in: [RECOVERY_KEY, KEY, NOTICE_KEY, PROVIDER_FLOOR_KEY] } },
    select: { key: true, value: true, updatedAt: true },
  })
  const stored = new Map(rows.map((row) => [row.key, row]))
  if (stored.has(RECOVERY_KEY)) return { reason: 'recovery', since: null, code: null }
  const row = stored.get(KEY)
  const { reason, at, code } = toRecord(row?.value)
  const known = PAUSE_REASONS.find((one) => one === reason)
  if (row && known) {
    const since = new Date(String(at))

    return {
      reason: known,
      since: Number.isNaN(since.getTime()) ? row.updatedAt : since,
      code: typeof code === 'number' ? code : null,
    }
  }
  if (toSetting(NOTICE_KEY, stored.get(NOTICE_KEY)?.value)?.isClosed) {
    return { reason: 'maintenance', since: null, code: null }
  }
  const floor = toProviderFloor(stored.get(PROVIDER_FLOOR_KEY)?.value)
  if (await isProviderShort(floor, client)) return { reason: 'supplier_floor', since: null, code: null }
  const patience = TIMERS.breakerPatience / timeScaleOf(env)
  const { reads, placements } = await findBreakers()
  // Only an order tries whether orders are taken again: when none has for so long, the next buyer's does.
  const isTried = (placements.probeDueForMs ?? 0) <= patience
  const openForMs = Math.max(reads.openForMs ?? 0, isTried ? (placements.openForMs ?? 0) : 0)
  if (openForMs <= patience) return null

  return { reason: 'network_down', since: new Date(Date.now() - openForMs), code: null }
}

/** Notes that no payments are taken. The first reason stands. */
export async function notePause(
  reason: PauseReason,
  evidence: Record<string, string | number | null>,
  tx: Tx,
): Promise<void> {
  await tx.setting.createMany({
    data: [{ key: KEY, value: { reason, ...evidence, at: new Date().toISOString() }, updatedBy: 'store' }],
    skipDuplicates: true,
  })
}

/** Tells whether it is noted that no payments are taken. With a reason, only for that one. */
export async function isPauseNoted(onlyIf?: PauseReason): Promise<boolean> {
  const row = await db().setting.findUnique({ where: { key: KEY }, select: { value: true } })

  return row !== null && (onlyIf === undefined || toRecord(row.value).reason === onlyIf)
}

/** Forgets why the checkout was closed. `false` when somebody else did. */
export async function forgetSalesPause(tx: Tx): Promise<boolean> {
  const { count } = await tx.setting.deleteMany({ where: { key: KEY } })

  return count > 0
}

/**
 * Notes who wants a mail when payments are taken again. Asked twice, it stays one mail; a note that was used starts
 * anew.
 */
export async function addSalesNote({ email, locale }: { email: string; locale: string }, tx: Tx): Promise<void> {
  await tx.salesNote.deleteMany({ where: { email, queuedAt: { not: null } } })
  await tx.salesNote.createMany({ data: [{ id: newId('tln'), email, locale }], skipDuplicates: true })
}

/** Tells whether anybody waits for payments to be taken again. */
export async function isResumptionAwaited(): Promise<boolean> {
  return (await db().salesNote.findFirst({ where: { queuedAt: null }, select: { id: true } })) !== null
}

/** Takes up to so many of the notes that wait, each for one transaction alone, and returns their ids. */
export async function takeSalesNotes(max: number, tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE "TillNote" SET "queuedAt" = now() WHERE "id" IN (
      SELECT "id" FROM "TillNote" WHERE "queuedAt" IS NULL ORDER BY "createdAt" LIMIT ${max} FOR UPDATE SKIP LOCKED)
    RETURNING "id"`

  return rows.map(({ id }) => id)
}

/** Who asked for a note, `null` when it was deleted. */
export async function findSalesNote(id: string): Promise<{ email: string; locale: string } | null> {
  return db().salesNote.findUnique({ where: { id }, select: { email: true, locale: true } })
}

/**
 * Why no payments are taken: a refusal that is our fault, answers nobody understands, silence, a supplier without our
 * money, a restored store, or the owner closed the checkout.
 */
export const PAUSE_REASONS = [
  'placements_refused',
  'strange_answers',
  'network_down',
  'supplier_floor',
  'recovery',
  'maintenance',
] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]
