import 'server-only'
import {
  addSalesNote,
  findSalesPause,
  forgetSalesPause,
  isPauseNoted,
  isResumptionAwaited,
  notePause,
  type PauseReason,
  takeSalesNotes,
} from '#lib/checkout/repository/sales-pause.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { queueSalesMail } from '#lib/mail/repository/outbox.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'

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

function refusalTextOf({ evidence }: { evidence: unknown }): string {
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

  return last.every(
    (one) => one.class === 'UNKNOWN' && one.code === first.code && refusalTextOf(one) === refusalTextOf(first),
  )
}

const AT_ONCE = 200

/**
 * Notes that somebody wants a mail, once, when payments are taken again. Resolves with whether they are taken already: then
 * nothing is noted, and the answer is the note.
 *
 * Throws `conflict` with `reason` `unproven` for an address that nobody is signed in with: a stranger could have typed it.
 */
export async function recordSalesNote(
  input: { email: string; locale: string },
  { provenEmail }: { provenEmail: string | null },
): Promise<{ isOpen: boolean }> {
  if ((await salesPaused()) === null) return { isOpen: true }
  const email = input.email.trim().toLowerCase()
  if (email !== provenEmail)
    throw new AppError('conflict', 'Nobody is known to read this address.', { reason: 'unproven' })
  await transaction((tx) => addSalesNote({ email, locale: input.locale }, tx))

  return { isOpen: false }
}

/** Mails everybody who waits for payments to be taken again, when they are. Returns how many mails were queued. */
export async function announceSalesResumed(): Promise<number> {
  if (!(await isResumptionAwaited()) || (await salesPaused()) !== null) return 0
  let told = 0
  let queued: number
  do {
    queued = await transaction(async (tx) => {
      const ids = await takeSalesNotes(AT_ONCE, tx)
      for (const id of ids) await queueSalesMail(id, tx)

      return ids.length
    })
    told += queued
  } while (queued === AT_ONCE)
  if (told > 0) wakeWorker()

  return told
}
