import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { closeSecondLook, listSecondLooks } from '#lib/orders/repository/second-looks.ts'

/** Declines an act that waits for a second person; whoever asked for it may take it back the same way. */
export async function declineSecondLook(
  caller: Caller,
  input: { orderId: string; lookId: string; reason: string },
): Promise<void> {
  const staff = requirePermission(caller, 'held.money')
  const { orderId, lookId, reason } = input
  const look = (await listSecondLooks(orderId)).find(({ id }) => id === lookId)
  if (!look) throw new AppError('not_found', 'Nothing waits for a second person.')
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    if (!(await closeSecondLook(lookId, { by: actor, outcome: 'declined' }, tx))) {
      throw new AppError('conflict', 'It was decided before.', { reason: 'changed' })
    }
    const after = { act: look.act }
    await recordAudit({ actor, role: staff.role, act: 'second.declined', subject: orderId, reason, after }, tx)
    await recordOrderEvent({ orderId, kind: 'second_declined', actor, data: { act: look.act } }, tx)
  })
}
