import 'server-only'
import { endCancellation } from '#lib/cancellations/commands/end-cancellation.ts'
import { type CancelRow, getCancellation } from '#lib/cancellations/repository/cancellations.ts'
import type { closeCancellationCall } from '#lib/cancellations/schema.ts'
import { runCancellation } from '#lib/checkout/commands/cancel-order.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { claimOne, finishLease, type Lease, wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { AuditAct } from '#lib/core/rules/audit-acts.ts'
import { actorOf, type Caller, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import type { BodyOf } from '#lib/core/rules/contract.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { claimer } from '#lib/fulfilment/commands/hold-lease.ts'
import { moveItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { closeDiscrepancyBy } from '#lib/payments/repository/judged-payments.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'

type ReturnAct = BodyOf<typeof closeCancellationCall>['act']

const AUDITED: Record<ReturnAct, AuditAct> = {
  look_again: 'return.looked_at',
  taken: 'return.proven_by_hand',
  refused: 'return.refused_by_hand',
}

export type CloseReturnInput = { orderId: string; returnId: string } & BodyOf<typeof closeCancellationCall>

/**
 * Closes a return that stays open: by another look, or by what a person knows from the network. Resolves with the state
 * in which it stands then.
 *
 * Throws `forbidden` (to say that it was taken gives money back), `not_found`, `conflict` when it is not open any more.
 */
export async function closeReturn(caller: Caller, input: CloseReturnInput): Promise<{ state: CancelRow['state'] }> {
  const { act, returnId } = input
  const staff = requirePermission(caller, act === 'taken' ? 'held.money' : 'held.look')
  const row = await getCancellation(returnId)
  const item = row && (await db().orderItem.findUnique({ where: { id: row.itemId }, select: { orderId: true } }))
  if (!row || item?.orderId !== input.orderId) throw new AppError('not_found', 'There is no such return.')
  if (row.state !== 'HELD' && row.state !== 'OPEN')
    throw new AppError('conflict', 'It is closed.', { reason: 'changed' })
  const lease = await claimOne('CancelAttempt', { ...claimer(), id: returnId })
  if (!lease) throw new AppError('conflict', 'It is being looked at right now.', { reason: 'busy' })
  await note(staff, { input, row })
  if (act === 'look_again') await runCancellation(lease)
  else await end(row, { lease, staff, act })
  wakeWorker()

  return { state: (await getCancellation(returnId))?.state ?? row.state }
}

async function note(staff: StaffMember, { input, row }: { input: CloseReturnInput; row: CancelRow }): Promise<void> {
  const { orderId, act, reason } = input
  const actor = actorOf(staff)
  const { orderNum, itemId } = row
  await transaction(async (tx) => {
    const before = { state: row.state }
    await recordAudit(
      { actor, role: staff.role, act: AUDITED[act], subject: orderId, reason, before, after: { orderNum } },
      tx,
    )
    if (act === 'look_again') return
    await recordOrderEvent({ orderId, itemId, kind: 'return_closed', actor, data: { orderNum, outcome: act } }, tx)
  })
}

type Ending = { lease: Lease; staff: StaffMember; act: ReturnAct }

async function end(row: CancelRow, { lease, staff, act }: Ending): Promise<void> {
  const state = act === 'taken' ? 'CONFIRMED' : 'REFUSED'
  const refusal = act === 'refused' ? { refusal: { code: 0, text: null } } : {}
  await endCancellation(row, { lease, state, status: null, ...refusal })
  await finishLease('CancelAttempt', lease, state === 'CONFIRMED' ? null : scaled(TIMERS.cancelOpenFor))
  await transaction(async (tx) => {
    const resolved = { by: actorOf(staff), resolution: act }
    await closeDiscrepancyBy({ kind: 'cancel_open', subject: row.orderNum }, resolved, tx)
    if (state === 'CONFIRMED') await followProof(row, tx)
    await wakeRow('Line', row.itemId, tx)
  })
}

/** A line that was held because its cancellation could not be proven goes on to its money. */
async function followProof({ items, itemId }: CancelRow, tx: Tx): Promise<void> {
  if (items.length > 0) return
  const item = await tx.orderItem.findUnique({
    where: { id: itemId, state: 'HELD', reason: 'cancel_refused' },
    select: { id: true, epoch: true },
  })
  if (item) await moveItem(item, { from: 'HELD', to: 'CANCELLING', changes: { cancelRequestedAt: null } }, tx)
}
