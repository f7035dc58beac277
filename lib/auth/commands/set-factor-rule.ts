import 'server-only'
import { findFactorRule, saveFactorRule } from '#lib/auth/repository/staff-rules.ts'
import type { FactorRule } from '#lib/auth/rules/staff-account.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { lockSettings } from '#lib/settings/repository/settings.ts'

/** The rule that is wanted. `seen` is the one that the page showed. */
export type FactorRuleChange = { rule: FactorRule; seen: FactorRule }

/**
 * Sets of whom a second factor is required. Who is signed in stays so; who has none sets one up at the next sign-in.
 *
 * Throws `forbidden`, and `conflict` when somebody else has set it since the page was shown.
 */
export async function setFactorRule(caller: Caller, { rule, seen }: FactorRuleChange): Promise<void> {
  const staff = requirePermission(caller, 'staff.manage')
  await transaction(async (tx) => {
    await lockSettings(tx)
    const before = await findFactorRule(tx)
    if (before !== seen) {
      throw new AppError('conflict', 'Somebody else has changed this.', { reason: 'settings_changed' })
    }
    await saveFactorRule({ rule, setBy: actorOf(staff) }, tx)
    const by = { actor: actorOf(staff), role: staff.role, subject: 'staff.second_factor' }
    await recordAudit({ ...by, act: 'staff.rules_changed', before: { rule: before }, after: { rule } }, tx)
  })
}
