import 'server-only'
import { FACTOR_RULES, type FactorRule } from '#lib/auth/rules/staff-account.ts'
import { env } from '#lib/core/env.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { findSetting, storeSetting } from '#lib/settings/repository/settings.ts'

const KEY = 'staff.second_factor'

/**
 * Of whom a second factor is required. Where nobody has decided, a live store asks owners and finance for one; what cannot
 * be read is taken for the strictest answer.
 */
export async function findFactorRule(client: Tx = db()): Promise<FactorRule> {
  const stored = await findSetting(KEY, client)
  // Release 0.1 wrote `optional` without saying what that means for a live store: it is no decision.
  if (stored === null || stored === 'optional') return env.STORE_MODE === 'live' ? 'owners' : 'nobody'

  return FACTOR_RULES.find((rule) => rule === stored) ?? 'required'
}

/** Stores of whom a second factor is required. */
export async function saveFactorRule({ rule, setBy }: { rule: FactorRule; setBy: string }, tx: Tx): Promise<void> {
  await storeSetting({ key: KEY, value: rule, setBy }, tx)
}
