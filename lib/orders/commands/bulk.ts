import 'server-only'
import { MOST_AT_ONCE } from '#lib/checkout/rules/staff-order.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, type Permission, requirePermission } from '#lib/core/rules/caller.ts'
import { resendLink } from '#lib/orders/commands/buyer-mails.ts'
import { giveOrderTo, tagOrder } from '#lib/orders/commands/label-acts.ts'

/** What is done to several orders: each of them as if it had been asked for by itself. */
export type BulkAct =
  | { act: 'resend' }
  | { act: 'tag'; tag: string; isSet: boolean }
  | { act: 'assign'; staffId: string | null }

/** How an act on one order ended; `reason` is a code of ours. */
export type BulkResult = { id: string; outcome: 'done' | 'refused'; reason: string | null }

const PERMISSION: Record<BulkAct['act'], Permission> = {
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
export async function actOnOrders(caller: Caller, input: { ids: string[]; act: BulkAct }): Promise<BulkResult[]> {
  requirePermission(caller, PERMISSION[input.act.act])
  const ids = [...new Set(input.ids)]
  if (ids.length > MOST_AT_ONCE) throw new AppError('bad_input', 'These are too many.', { reason: 'too_many' })
  const results: BulkResult[] = []
  // One after another: 50 transactions at once would take every connection from the shop.
  for (const id of ids) results.push(await actOnOne(caller, { id, act: input.act }))

  return results
}

async function actOnOne(caller: Caller, { id, act }: { id: string; act: BulkAct }): Promise<BulkResult> {
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
