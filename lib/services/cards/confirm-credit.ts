import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { transaction } from '#lib/db/client.ts'
import { databaseNow } from '#lib/db/leases.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'

/**
 * Notes that a credit which the supplier owes has been seen, by the name of whoever saw it. Once: a second person finds
 * it confirmed. The amount stays as it was expected.
 *
 * Throws `forbidden`, `not_found`, and `conflict` with `reason` `changed`.
 */
export async function confirmCredit(
  caller: Caller,
  { creditId, reason }: { creditId: string; reason: string },
): Promise<{ id: string }> {
  const staff = requirePermission(caller, 'payments.receive')
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    const entry = await tx.supplierEntry.findUnique({
      where: { id: creditId, kind: 'expected_credit' },
      select: { orderNum: true, amount: true, currency: true },
    })
    if (!entry) throw new AppError('not_found', 'There is no such credit.')
    const { count } = await tx.supplierEntry.updateMany({
      where: { id: creditId, confirmedAt: null },
      data: { confirmedAt: await databaseNow(tx), confirmedBy: actor },
    })
    if (count === 0) throw new AppError('conflict', 'It is confirmed already.', { reason: 'changed' })
    const after = { orderNum: entry.orderNum, amount: entry.amount.toFixed(), currency: entry.currency }
    await recordAudit({ actor, role: staff.role, act: 'credit.confirmed', subject: creditId, reason, after }, tx)
  })

  return { id: creditId }
}
