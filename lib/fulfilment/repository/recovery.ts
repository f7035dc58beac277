import 'server-only'
import { z } from 'zod'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { RECOVERY_REASONS, type RecoveryStep } from '#lib/fulfilment/rules/recovery.ts'

/** The setting whose row turns the mode on. */
export const RECOVERY_KEY = 'recovery'
const MARK = 'mark'

const stepSchema = z.object({ at: z.coerce.date(), counts: z.record(z.string(), z.int()) })

const stateSchema = z.object({
  reason: z.enum(RECOVERY_REASONS),
  since: z.coerce.date(),
  lostSince: z.coerce.date().nullable().catch(null),
  steps: z.record(z.string(), stepSchema).default({}),
  lastTryAt: z.coerce.date().nullable().default(null),
  lastError: z.string().nullable().default(null),
})

/**
 * A store that asks what happened since its database was young: why, since when, what may be lost (from `lostSince` on),
 * and for each step that is done when and how much it found.
 */
export type RecoveryState = z.output<typeof stateSchema>

/** The recovery under way, `null` in ordinary times. */
export async function recoveryState(client: Tx = db()): Promise<RecoveryState | null> {
  const row = await client.setting.findUnique({
    where: { key: RECOVERY_KEY },
    select: { value: true, updatedAt: true },
  })
  if (!row) return null
  const read = stateSchema.safeParse(row.value)
  // A row that cannot be read still means that somebody wanted the store to be careful.
  return read.success ? read.data : stateSchema.parse({ reason: 'by_hand', since: row.updatedAt, lostSince: null })
}

/** Tells whether nothing may be placed and no payment begun. */
export async function isRecovering(client: Tx = db()): Promise<boolean> {
  return (await client.setting.count({ where: { key: RECOVERY_KEY } })) > 0
}

/** Turns the mode on. One that is on already stays as it is. */
export async function beginRecovery(begin: {
  reason: RecoveryState['reason']
  lostSince: Date | null
  by?: string
}): Promise<void> {
  const { reason, lostSince, by = 'store' } = begin
  const value = { reason, since: new Date().toISOString(), lostSince: lostSince?.toISOString() ?? null }
  await transaction(async (tx) => {
    const { count } = await tx.setting.createMany({
      data: [{ key: RECOVERY_KEY, value, updatedBy: by }],
      skipDuplicates: true,
    })
    if (count === 0) return
    if (reason !== 'by_hand') {
      await freeAll(tx)
      await skipLostInvoices(tx)
    }
    await recordAudit({ actor: by, act: 'recovery.begun', subject: 'store', reason }, tx)
  })
}

/**
 * Frees every row and every place in flight: whoever held them belongs to a database that is gone, and nobody waits for
 * the end of its leases. One who lives on all the same is shut out by the epoch.
 */
async function freeAll(tx: Tx): Promise<void> {
  const where = { leaseUntil: { not: null } }
  const data = { epoch: { increment: 1 }, leaseOwner: null, leaseUntil: null, nextActionAt: new Date() }
  await tx.orderItem.updateMany({ where, data })
  await tx.payment.updateMany({ where, data })
  await tx.refund.updateMany({ where, data })
  await tx.cancelAttempt.updateMany({ where, data })
  await tx.outbox.updateMany({ where, data })
  await tx.slot.updateMany({ data: { owner: null, until: null } })
}

/** More than a store issues between two backups. */
const LOST_INVOICES = 1_000

/** Leaves numbers out that a database which is gone may have given away: none is issued twice. */
async function skipLostInvoices(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "InvoiceYear" ("year", "last") VALUES (${new Date().getUTCFullYear()}, ${LOST_INVOICES})
    ON CONFLICT ("year") DO UPDATE SET "last" = "InvoiceYear"."last" + excluded."last"`
}

/** Notes that a step is done, or why the last try ended. Nothing happens when the mode is off. */
export async function noteRecovery(
  note: { step: RecoveryStep; counts: Record<string, number> } | { error: string },
): Promise<void> {
  const at = new Date().toISOString()
  const state = await recoveryState()
  if (!state) return
  const steps = 'step' in note ? { ...state.steps, [note.step]: { at, counts: note.counts } } : state.steps
  const value = { ...state, steps, lastTryAt: at, lastError: 'error' in note ? note.error : null }
  await db().setting.updateMany({ where: { key: RECOVERY_KEY }, data: { value: JSON.parse(JSON.stringify(value)) } })
}

/** Turns the mode off and keeps what was found in the audit trail. */
export async function endRecovery(): Promise<void> {
  await transaction(async (tx) => {
    const state = await recoveryState(tx)
    const { count } = await tx.setting.deleteMany({ where: { key: RECOVERY_KEY } })
    if (!state || count === 0) return
    const after = JSON.parse(JSON.stringify(state.steps))
    await recordAudit({ actor: 'store', act: 'recovery.ended', subject: 'store', reason: state.reason, after }, tx)
  })
}

/**
 * Moves the database's own mark to its present time, never backwards. Returns where it stood and where it stands.
 *
 * A mark that stood earlier than one that was seen before belongs to an older state of the database.
 */
export async function moveMark(): Promise<{ before: Date | null; now: Date }> {
  const former = await db().setting.findUnique({ where: { key: MARK }, select: { value: true } })
  const [row] = await db().$queryRaw<{ ms: number }[]>`
    INSERT INTO "Setting" AS s ("key", "value", "updatedBy", "updatedAt")
    VALUES (${MARK}, to_jsonb(floor(extract(epoch FROM clock_timestamp()) * 1000)), 'store', clock_timestamp())
    ON CONFLICT ("key") DO UPDATE
    SET "value" = to_jsonb(greatest((s."value")::text::numeric, (excluded."value")::text::numeric)), "updatedAt" = now()
    RETURNING (s."value")::text::float8 AS "ms"`
  if (!row) throw new Error('The mark was not written.')

  return { before: typeof former?.value === 'number' ? new Date(former.value) : null, now: new Date(row.ms) }
}
