import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { openStoredEsim } from '#lib/esims/commands/open-stored-esim.ts'
import { getEsimToOpen, markRevealed } from '#lib/esims/repository/esims.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findPayingPayment } from '#lib/payments/repository/payments.ts'
import type { OpenedEsim } from '#lib/settings/rules/shop.ts'

/**
 * Shows the activation code of a delivered eSIM to a member of staff, with a reason, each time with an audit row. A
 * sealed eSIM counts as opened from then on: its code has been seen.
 *
 * Throws `forbidden`, `not_found`, and `conflict` when its return was asked for, its payment is disputed, or it is not
 * delivered.
 */
export async function revealForBuyer(
  caller: Caller,
  input: { orderId: string; esimId: string; reason: string },
): Promise<OpenedEsim> {
  const staff = requirePermission(caller, 'codes.reveal')
  const { orderId, esimId, reason } = input
  const esim = await getEsimToOpen(esimId)
  if (esim?.item.orderId !== orderId) throw new AppError('not_found', 'There is no such card.')
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    if ((await findPayingPayment(orderId, tx))?.state === 'DISPUTED') throw barred('disputed')
    const at = await databaseNow(tx)
    const consent = { staff: true, at: at.toISOString() }
    if (!esim.revealedAt && !(await markRevealed(esimId, { by: actor, at, consent }, tx))) {
      const now = await getEsimToOpen(esimId, tx)
      if (!now?.revealedAt) throw barred(now?.cancelState === 'NONE' ? 'not_ready' : 'return_asked')
    }
    await recordAudit({ actor, role: staff.role, act: 'card.revealed', subject: esimId, reason }, tx)
    await recordOrderEvent({ orderId, itemId: esim.itemId, kind: 'revealed', actor, data: { cardId: esimId } }, tx)
  })

  return openStoredEsim(esim)
}

function barred(reason: 'disputed' | 'not_ready' | 'return_asked'): AppError {
  return new AppError('conflict', `The card cannot be opened: ${reason}.`, { reason })
}
