import 'server-only'
import { findSalesPause, forgetSalesPause, isPauseNoted, notePause } from '#lib/checkout/repository/sales-pause.ts'
import type { PauseReason } from '#lib/checkout/rules/pause-reasons.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'

/** Returns why sales are paused, `null` while it is open. */
export async function salesPaused(client: Tx = db()): Promise<PauseReason | null> {
  return (await findSalesPause(client))?.reason ?? null
}

/** Throws `till_closed` while no payments are taken. */
export async function requireSalesOpen(): Promise<void> {
  const reason = await salesPaused()
  if (reason) throw new AppError('till_closed', `The till is closed: ${reason}.`, { reason })
}

/** Closes the checkout until a person, a change of settings or a good order opens it. The first reason stands. */
export async function pauseSales(reason: PauseReason, evidence: Record<string, string | number | null>, tx: Tx) {
  await notePause(reason, evidence, tx)
}

/** Opens the checkout again. With a reason, only when it was closed for that one. */
export async function resumeSales(by: string, onlyIf?: PauseReason): Promise<void> {
  if (!(await isPauseNoted(onlyIf))) return
  await transaction(async (tx) => {
    if (!(await forgetSalesPause(tx))) return
    await recordAudit({ actor: by, act: 'till.opened', subject: 'till' }, tx)
  })
}

function wordsOf({ evidence }: { evidence: unknown }): string {
  const isRecord = typeof evidence === 'object' && evidence !== null && 'messageHash' in evidence

  return isRecord ? String(evidence.messageHash) : ''
}

/** Tells whether the last three placements within ten minutes all got an answer that stands in no list. */
export async function areAnswersStrange(tx: Tx): Promise<boolean> {
  const since = new Date(Date.now() - scaled(TIMERS.strangeAnswersWithin))
  const last = await tx.attempt.findMany({
    where: { endedAt: { gt: since }, state: { in: ['ACCEPTED', 'UNKNOWN', 'REJECTED'] } },
    orderBy: { endedAt: 'desc' },
    take: 3,
    select: { class: true, code: true, evidence: true },
  })
  const [first] = last
  if (last.length < 3 || !first || first.code === null) return false

  return last.every((one) => one.class === 'UNKNOWN' && one.code === first.code && wordsOf(one) === wordsOf(first))
}
