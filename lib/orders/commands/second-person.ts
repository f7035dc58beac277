import 'server-only'
import { createHash } from 'node:crypto'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import {
  actorOf,
  type Caller,
  PERMISSIONS,
  type Permission,
  requirePermission,
  type StaffMember,
} from '#lib/core/rules/caller.ts'
import {
  addApproval,
  closeApproval,
  countActiveStaff,
  findApproval,
  listApprovals,
  mayStill,
} from '#lib/orders/repository/approvals.ts'
import type { Evidence } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findSetting } from '#lib/settings/repository/settings.ts'

const SETTING = 'acts.second_person'

/** An act on money that two persons have to ask for in the same words: the same request, and the same order. */
export type GuardedAction = {
  orderId: string
  act: string
  input: Evidence
  /** What release 0.1.0 kept of the same request, which may be about an earlier case. */
  former?: Evidence
  reason: string
  permission: Permission
}

/** Ends the request for an act in the transaction that carries it out: both happen, once, or neither. */
export type Settle = (tx: Tx) => Promise<void>

/**
 * Runs an act when a second person asks for it, and keeps the request of the first one until then (`null`).
 *
 * A store in which only one person may do it does not wait: the audit trail says who did. The setting
 * `acts.second_person` (`always`, `never`) decides otherwise. The act has to call `settle` where it writes: one that breaks
 * off before leaves the request as it was. Throws `conflict`: `own_request` for the same person twice, `changed` when
 * somebody else was faster.
 */
export async function withSecondPerson<Result>(
  staff: StaffMember,
  guarded: GuardedAction,
  run: (settle: Settle) => Promise<Result>,
): Promise<Result | null> {
  if (!(await isSecondNeeded(guarded.permission))) return run(async () => undefined)
  const fingerprint = fingerprintOf(guarded.act, guarded.input)
  const by = actorOf(staff)
  // Nobody can agree to it any more, and it would stand there for good: what is asked now takes its place.
  const former = guarded.former && (await findApproval(guarded.orderId, fingerprintOf(guarded.act, guarded.former)))
  if (former) await closeApproval(former.id, { by, outcome: 'declined' })
  const before = await findApproval(guarded.orderId, fingerprint)
  if (before && !(await mayStill(before.askedBy, guarded.permission))) {
    // The word of somebody who may not do it any more is none: whoever asks now is the first.
    await closeApproval(before.id, { by, outcome: 'declined' })
    await ask(staff, guarded, fingerprint)

    return null
  }
  if (before?.askedBy === by) throw new AppError('conflict', 'Another person has to agree.', { reason: 'own_request' })
  if (!before) {
    await ask(staff, guarded, fingerprint)

    return null
  }
  const end = { by, outcome: 'done' } as const
  const result = await run(async (tx) => {
    if (!(await closeApproval(before.id, end, tx))) throw changed()
  })
  // What found nothing left to do has written nothing, and is done all the same.
  await closeApproval(before.id, end)

  return result
}

function fingerprintOf(act: string, input: Evidence): string {
  return createHash('sha256')
    .update(JSON.stringify([act, input]))
    .digest('hex')
}

async function ask(staff: StaffMember, guarded: GuardedAction, fingerprint: string): Promise<void> {
  const { orderId, act, input, reason } = guarded
  const askedBy = actorOf(staff)
  await transaction(async (tx) => {
    if (!(await addApproval({ orderId, act, fingerprint, input, reason, askedBy }, tx))) throw changed()
    await recordAudit(
      { actor: askedBy, role: staff.role, act: 'second.asked', subject: orderId, reason, after: { act, ...input } },
      tx,
    )
    await recordOrderEvent({ orderId, kind: 'second_asked', actor: askedBy, data: { act } }, tx)
  })
}

/** Tells whether money moves on the word of two persons here. */
export async function isSecondNeeded(permission: Permission): Promise<boolean> {
  const rule = await findSetting(SETTING)
  if (rule === 'always' || rule === 'never') return rule === 'always'

  return (await countActiveStaff(PERMISSIONS[permission])) > 1
}

function changed(): AppError {
  return new AppError('conflict', 'Somebody else has acted meanwhile.', { reason: 'changed' })
}

/** Declines an act that waits for a second person; whoever asked for it may take it back the same way. */
export async function declineApproval(
  caller: Caller,
  input: { orderId: string; lookId: string; reason: string },
): Promise<void> {
  const staff = requirePermission(caller, 'held.money')
  const { orderId, lookId, reason } = input
  const approval = (await listApprovals(orderId)).find(({ id }) => id === lookId)
  if (!approval) throw new AppError('not_found', 'Nothing waits for a second person.')
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    if (!(await closeApproval(lookId, { by: actor, outcome: 'declined' }, tx))) {
      throw new AppError('conflict', 'It was decided before.', { reason: 'changed' })
    }
    const after = { act: approval.act }
    await recordAudit({ actor, role: staff.role, act: 'second.declined', subject: orderId, reason, after }, tx)
    await recordOrderEvent({ orderId, kind: 'second_declined', actor, data: { act: approval.act } }, tx)
  })
}
