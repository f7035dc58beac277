import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { transaction } from '#lib/db/client.ts'
import { findFactorRule, saveFactorRule } from '#lib/db/staff-rules.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'
import type { FactorRule } from '#lib/domain/staff-account.ts'

/**
 * Sets whether everybody needs a second factor. Who is signed in stays so; who has none sets one up at the next sign-in.
 *
 * Throws `forbidden`.
 */
export async function setFactorRule(caller: Caller, rule: FactorRule): Promise<void> {
  const staff = requirePermission(caller, 'staff.manage')
  await transaction(async (tx) => {
    const before = await findFactorRule(tx)
    await saveFactorRule({ rule, setBy: actorOf(staff) }, tx)
    const by = { actor: actorOf(staff), role: staff.role, subject: 'staff.second_factor' }
    await recordAudit({ ...by, act: 'staff.rules_changed', before: { rule: before }, after: { rule } }, tx)
  })
}
