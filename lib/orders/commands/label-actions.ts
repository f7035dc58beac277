import type { BulkAction, BulkResult } from '#lib/orders/schema.ts'
import 'server-only'
import { MAX_AT_ONCE } from '#lib/checkout/rules/staff-order.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, type Permission, requirePermission } from '#lib/core/rules/caller.ts'
import { resendLink } from '#lib/orders/commands/buyer-mails.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { addNote, addTag, assignOrder, isOrder, listAssignable, removeTag } from '#lib/orders/repository/order-tags.ts'

/** Writes a note about an order. Throws `forbidden`, `not_found`. */
export async function noteOrder(caller: Caller, input: { orderId: string; text: string }): Promise<void> {
  const staff = requirePermission(caller, 'orders.note')
  const { orderId, text } = input
  const by = actorOf(staff)
  await transaction(async (tx) => {
    await requireOrder(orderId, tx)
    const note = await addNote({ orderId, text: text.trim(), by }, tx)
    await recordAudit({ actor: by, role: staff.role, act: 'order.noted', subject: orderId, after: { note } }, tx)
    await recordOrderEvent({ orderId, kind: 'noted', actor: by }, tx)
  })
}

/** Sets a tag on an order, or takes it off. Doing it twice changes nothing. Throws `forbidden`, `not_found`. */
export async function tagOrder(caller: Caller, input: { orderId: string; tag: string; isSet: boolean }): Promise<void> {
  const staff = requirePermission(caller, 'orders.note')
  const { orderId, isSet } = input
  const tag = input.tag.trim().toLowerCase()
  const by = actorOf(staff)
  await transaction(async (tx) => {
    await requireOrder(orderId, tx)
    const hasChanged = isSet ? await addTag({ orderId, tag, by }, tx) : await removeTag({ orderId, tag }, tx)
    if (!hasChanged) return
    const after = { tag, isSet }
    await recordAudit({ actor: by, role: staff.role, act: 'order.tagged', subject: orderId, after }, tx)
    await recordOrderEvent({ orderId, kind: isSet ? 'tagged' : 'untagged', actor: by, data: { tag } }, tx)
  })
}

/** Gives an order to a member of staff, or to nobody (`null`). Throws `forbidden`, `not_found`. */
export async function giveOrderTo(caller: Caller, input: { orderId: string; staffId: string | null }): Promise<void> {
  const staff = requirePermission(caller, 'orders.note')
  const { orderId, staffId } = input
  const by = actorOf(staff)
  if (staffId !== null && !(await listAssignable()).some(({ id }) => id === staffId)) {
    throw new AppError('not_found', 'There is no such member of staff.')
  }
  await transaction(async (tx) => {
    await requireOrder(orderId, tx)
    await assignOrder({ orderId, staffId, by }, tx)
    const after = { staffId }
    await recordAudit({ actor: by, role: staff.role, act: 'order.assigned', subject: orderId, after }, tx)
    await recordOrderEvent({ orderId, kind: 'assigned', actor: by }, tx)
  })
}

async function requireOrder(orderId: string, tx: Tx): Promise<void> {
  if (!(await isOrder(orderId, tx))) throw new AppError('not_found', 'There is no such order.')
}

const PERMISSION: Record<BulkAction['act'], Permission> = {
  resend: 'orders.mail',
  tag: 'orders.note',
  assign: 'orders.note',
}

/**
 * Does one thing to up to 50 orders, with a result for each in the order they were named. One that fails holds no other
 * back, and each writes its own audit row and history.
 *
 * Throws `forbidden`, and `bad_input` with `reason` `too_many`.
 */
export async function runBulkAction(caller: Caller, input: { ids: string[]; act: BulkAction }): Promise<BulkResult[]> {
  requirePermission(caller, PERMISSION[input.act.act])
  const ids = [...new Set(input.ids)]
  if (ids.length > MAX_AT_ONCE) throw new AppError('bad_input', 'These are too many.', { reason: 'too_many' })
  const results: BulkResult[] = []
  // One after another: 50 transactions at once would take every connection from the shop.
  for (const id of ids) results.push(await runActionOnOrder(caller, { id, act: input.act }))

  return results
}

async function runActionOnOrder(caller: Caller, { id, act }: { id: string; act: BulkAction }): Promise<BulkResult> {
  try {
    if (act.act === 'resend') await resendLink(caller, { orderId: id })
    if (act.act === 'tag') await tagOrder(caller, { orderId: id, tag: act.tag, isSet: act.isSet })
    if (act.act === 'assign') await giveOrderTo(caller, { orderId: id, staffId: act.staffId })

    return { id, outcome: 'done', reason: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error

    return { id, outcome: 'refused', reason: error.code }
  }
}
