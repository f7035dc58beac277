import 'server-only'
import { findBreaker } from '#lib/db/breakers.ts'
import { db, type Tx } from '#lib/db/client.ts'
import { isRecovering } from '#lib/db/recovery.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { TIMERS } from '#lib/domain/timers.ts'
import { scaled } from '#lib/services/time-scale.ts'

const KEY = 'till.closed'
const BREAKER_PATIENCE_MS = 15 * 60_000

/** Why no payments are taken and nothing is placed: a refusal that is our fault, or answers nobody understands. */
export type TillReason = 'placements_refused' | 'strange_answers' | 'network_down' | 'recovery'

/** Returns why the till is closed, `null` while it is open. */
export async function tillClosed(client: Tx = db()): Promise<TillReason | null> {
  if (await isRecovering(client)) return 'recovery'
  const row = await client.setting.findUnique({ where: { key: KEY }, select: { value: true } })
  const reason = row && isRecord(row.value) ? row.value.reason : null
  if (typeof reason === 'string') return reason as TillReason
  const { openForMs } = await findBreaker('placements')
  const isLong = openForMs !== null && openForMs > scaled(BREAKER_PATIENCE_MS)

  return isLong ? 'network_down' : null
}

/** Throws `till_closed` while no payments are taken. */
export async function requireOpenTill(): Promise<void> {
  const reason = await tillClosed()
  if (reason) throw new AppError('till_closed', `The till is closed: ${reason}.`, { reason })
}

/** Closes the till until a person, a change of settings or a good order opens it. The first reason stands. */
export async function closeTill(reason: TillReason, evidence: Record<string, string | number | null>, tx: Tx) {
  await tx.setting.createMany({
    data: [{ key: KEY, value: { reason, ...evidence, at: new Date().toISOString() }, updatedBy: 'store' }],
    skipDuplicates: true,
  })
}

/** Opens the till again. With a reason, only when it was closed for that one. */
export async function openTill(by: string, onlyIf?: TillReason): Promise<void> {
  const row = await db().setting.findUnique({ where: { key: KEY }, select: { value: true } })
  if (!row) return
  if (onlyIf && !(isRecord(row.value) && row.value.reason === onlyIf)) return
  await db().setting.deleteMany({ where: { key: KEY } })
  await db().auditEvent.create({ data: { actor: by, act: 'till.opened', subject: 'till' }, select: { id: true } })
}

/** Tells whether the last three placements within ten minutes all got an answer that stands in no list. */
export async function areAnswersStrange(tx: Tx): Promise<boolean> {
  const since = new Date(Date.now() - scaled(TIMERS.strangeAnswersWithin))
  const last = await tx.attempt.findMany({
    where: { endedAt: { gt: since }, state: { in: ['ACCEPTED', 'UNKNOWN', 'REJECTED'] } },
    orderBy: { endedAt: 'desc' },
    take: 3,
    select: { class: true, code: true },
  })
  const [first] = last
  if (last.length < 3 || !first || first.code === null) return false

  return last.every((attempt) => attempt.class === 'UNKNOWN' && attempt.code === first.code)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
