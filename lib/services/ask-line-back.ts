import 'server-only'
import { transaction } from '#lib/db/client.ts'
import { wakeRow } from '#lib/db/leases.ts'
import { requestCancel } from '#lib/db/lines.ts'
import { recordOrderEvent } from '#lib/db/order-events.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { actorOf, type Caller, ownsOrder, requirePermission } from '#lib/domain/caller.ts'
import { wakeWorker } from '#lib/services/wake.ts'

/**
 * Takes the wish to have a line back before it is delivered. It is acted on where that cannot buy or lose anything: never
 * beside a call that is out, and after it is known how that ended. Asking twice is asking once.
 *
 * Throws `not_found` for a line of somebody else, `conflict` when it is delivered, ended or with a person.
 */
export async function askLineBack(caller: Caller, wish: { orderId: string; lineId: string }): Promise<void> {
  const { orderId, lineId } = wish
  if (caller.kind === 'staff') requirePermission(caller, 'returns.ask')
  else if (!ownsOrder(caller, orderId)) throw new AppError('not_found', 'There is no such order.')
  await transaction(async (tx) => {
    if (await requestCancel({ id: lineId, orderId }, tx)) {
      await recordOrderEvent({ orderId, lineId, kind: 'return_asked', actor: actorOf(caller) }, tx)
      await wakeRow('Line', lineId, tx)

      return
    }
    const line = await tx.line.findFirst({
      where: { id: lineId, orderId },
      select: { state: true, cancelRequestedAt: true },
    })
    if (!line) throw new AppError('not_found', 'There is no such line.')
    if (line.cancelRequestedAt && line.state !== 'DELIVERED') return
    throw new AppError('conflict', 'This line cannot be taken back now.', { reason: 'not_open' })
  })
  wakeWorker()
}
