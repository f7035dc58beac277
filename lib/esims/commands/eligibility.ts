import 'server-only'
import { answerEsims } from '#lib/cancellations/commands/cancellation-options.ts'
import { type EsimToCancel, listCancellableEsims } from '#lib/cancellations/repository/cancellations.ts'
import type { CancellationAnswer } from '#lib/cancellations/rules/cancellation-queue.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { refreshEsimReadings } from '#lib/esims/commands/esim-readings.ts'
import type { CancellationEligibility } from '#lib/esims/rules/admin-esims.ts'
import { SHOWN_POLICY } from '#lib/refunds/rules/refund-answer.ts'

/** Tells whether an eSIM can go back, from what is known here: nothing is asked. Throws `forbidden`, `not_found`. */
export async function cancellationEligibility(caller: Caller, esimId: string): Promise<CancellationEligibility> {
  requirePermission(caller, 'returns.see')
  const [answered] = await answerEsims([await requireEsim(esimId)], { policy: SHOWN_POLICY, caller })
  if (!answered) throw new AppError('not_found', 'There is no such card.')
  const { answer, facts } = answered

  return { answer: answer.answer, until: answer.until, reasons: answer.reasons, facts }
}

/**
 * Reads the facts of an eSIM from the network again, by two calls. `isRead` tells whether both were answered; what was
 * not stays with its age. Throws `forbidden`, `not_found`.
 */
export async function refreshEsimDetails(caller: Caller, esimId: string): Promise<{ isRead: boolean }> {
  const staff = requirePermission(caller, 'iccids.see')
  const askedAt = new Date()
  const esim = await requireEsim(esimId)
  await recordAudit({ actor: actorOf(staff), role: staff.role, act: 'card.facts_read', subject: esimId })
  await refreshEsimReadings([esim], 0)
  const row = await db().esim.findUnique({ where: { id: esimId }, select: { factsReadAt: true } })

  // The date is that of the older reading: it is new when both are.
  return { isRead: row?.factsReadAt ? row.factsReadAt >= askedAt : false }
}

async function requireEsim(esimId: string): Promise<EsimToCancel> {
  const found = await db().esim.findUnique({ where: { id: esimId }, select: { item: { select: { orderId: true } } } })
  const esims = found ? await listCancellableEsims(found.item.orderId) : []
  const esim = esims.find(({ id }) => id === esimId)
  if (!esim) throw new AppError('not_found', 'There is no such card.')

  return esim
}

/** A delivered eSIM with the answer about its return, as it is known here now. */
export type EligibleEsim = CancellationAnswer & { iccid: string; priceShareMinor: number; currency: string }

/** Tells for every delivered eSIM of an order whether it can go back: nothing is asked. Throws `forbidden`. */
export async function orderEligibility(caller: Caller, orderId: string): Promise<EligibleEsim[]> {
  requirePermission(caller, 'returns.see')
  const answered = await answerEsims(await listDelivered(orderId), { policy: SHOWN_POLICY, caller })

  return answered.map(({ esim, answer, facts }) => ({
    esimId: esim.id,
    iccid: can(caller, 'iccids.see') ? esim.iccid : maskIccid(esim.iccid),
    priceShareMinor: esim.priceShareMinor,
    currency: esim.item.order.currency,
    answer: answer.answer,
    until: answer.until,
    reasons: answer.reasons,
    facts,
  }))
}

/**
 * Reads the facts of all delivered eSIMs of an order again: one call per network order, and one per hundred eSIMs. What
 * is not answered stays with its age. Throws `forbidden`, `not_found`.
 */
export async function readOrderAgain(caller: Caller, orderId: string): Promise<{ esims: number }> {
  const staff = requirePermission(caller, 'returns.ask')
  const esims = await listDelivered(orderId)
  if (esims.length === 0) throw new AppError('not_found', 'No card of this order is delivered.')
  await recordAudit({ actor: actorOf(staff), role: staff.role, act: 'card.facts_read', subject: orderId })
  await refreshEsimReadings(esims, 0)

  return { esims: esims.length }
}

async function listDelivered(orderId: string): Promise<EsimToCancel[]> {
  return (await listCancellableEsims(orderId)).filter(({ item }) => item.state === 'DELIVERED')
}
