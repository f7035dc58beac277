import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { wakeRow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, ownsOrder, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { requireWithinLimit } from '#lib/orders/commands/support-limit.ts'
import { requestCancel } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'

/** A line that is to come back; `reason` is what a person of the store gives for it. */
type ItemInput = { orderId: string; itemId: string; reason?: string }

/**
 * Takes the request to have a line back before it is delivered. It is acted on where that cannot buy or lose anything: never
 * beside a call that is out, and after it is known how that ended. Asking twice is asking once.
 *
 * Throws `not_found` for an item of somebody else, `conflict` when it is delivered, ended or with a person.
 */
export async function requestItemCancellation(caller: Caller, input: ItemInput): Promise<void> {
  const { orderId, itemId } = input
  if (caller.kind === 'staff') requirePermission(caller, 'returns.ask')
  else if (!ownsOrder(caller, orderId)) throw new AppError('not_found', 'There is no such order.')
  await transaction(async (tx) => {
    if (caller.kind === 'staff') await assertWithinLimit(caller, { orderId, itemId, tx })
    if (await requestCancel({ id: itemId, orderId }, tx)) {
      await recordOrderEvent({ orderId, itemId, kind: 'return_asked', actor: actorOf(caller) }, tx)
      await wakeRow('Line', itemId, tx)
      await recordAction(caller, { ...input, tx })

      return
    }
    const item = await tx.orderItem.findFirst({
      where: { id: itemId, orderId },
      select: { state: true, cancelRequestedAt: true },
    })
    if (!item) throw new AppError('not_found', 'There is no such line.')
    if (item.cancelRequestedAt && item.state !== 'DELIVERED') return
    throw new AppError('conflict', 'This line cannot be taken back now.', { reason: 'not_open' })
  })
  wakeWorker()
}

async function assertWithinLimit(staff: StaffMember, { orderId, itemId, tx }: ItemInput & { tx: Tx }) {
  const item = await tx.orderItem.findFirst({ where: { id: itemId, orderId }, select: { priceMinor: true } })
  if (item) await requireWithinLimit(staff, { orderId, itemId, amountMinor: item.priceMinor }, tx)
}

async function recordAction(caller: Caller, { orderId, itemId, reason, tx }: ItemInput & { tx: Tx }): Promise<void> {
  if (caller.kind !== 'staff') return
  const after = { lineId: itemId }
  const { role } = caller
  await recordAudit(
    { actor: actorOf(caller), role, act: 'return.asked', subject: orderId, ...(reason ? { reason } : {}), after },
    tx,
  )
}
