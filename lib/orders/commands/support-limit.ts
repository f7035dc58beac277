import type { LimitChange } from '#lib/orders/schema.ts'
import 'server-only'
import { env } from '#lib/core/env.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { lockAskedBack, sumAskedBackByStaff, type Wanted } from '#lib/orders/repository/asked-back.ts'
import { findOrderRate } from '#lib/orders/repository/orders.ts'
import { SUPPORT_LIMIT_KEY as KEY, limitIn, toSupportLimit } from '#lib/orders/rules/support-limit.ts'
import { findSetting, lockSettings, storeSetting } from '#lib/settings/repository/settings.ts'

/** The sum up to which support may give eSIMs back, in minor units of the store's currency. 50 units unless set. */
export async function supportLimit(client?: Tx): Promise<number> {
  return toSupportLimit(await findSetting(KEY, client), env.STORE_CURRENCY)
}

/**
 * Throws `forbidden` with `over_limit` when somebody of support asks for more of an order back than their sum, with all that
 * staff have asked for before. What is wanted again counts once. In the transaction that records the request (`tx`) one
 * waits for the other: without it, what is asked for at the same moment does not show.
 */
export async function requireWithinLimit(
  staff: StaffMember,
  { orderId, amountMinor, ...wanted }: { orderId: string; amountMinor: number } & Wanted,
  tx?: Tx,
): Promise<void> {
  if (staff.role !== 'support') return
  if (tx) await lockAskedBack(orderId, tx)
  const limitMinor = limitIn(await supportLimit(tx), await findOrderRate(orderId, tx))
  if (amountMinor + (await sumAskedBackByStaff(orderId, wanted, tx)) <= limitMinor) return
  throw new AppError('forbidden', 'This sum is above the limit of support.', { reason: 'over_limit', limitMinor })
}

/**
 * Sets the sum up to which support may act.
 *
 * Throws `forbidden`, and `conflict` when somebody else has set it since the page was shown.
 */
export async function setSupportLimit(caller: Caller, change: LimitChange): Promise<void> {
  const staff = requirePermission(caller, 'limits.change')
  const { limitMinor: value, seen, reason } = change
  const updatedBy = actorOf(staff)
  await transaction(async (tx) => {
    await lockSettings(tx)
    const before = await supportLimit(tx)
    if (before !== seen) {
      throw new AppError('conflict', 'Somebody else has changed this.', { reason: 'settings_changed' })
    }
    await storeSetting({ key: KEY, value, setBy: updatedBy }, tx)
    const both = { before: { limitMinor: before }, after: { limitMinor: value } }
    await recordAudit({ actor: updatedBy, role: staff.role, act: 'limit.changed', subject: KEY, reason, ...both }, tx)
  })
}
