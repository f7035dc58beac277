import 'server-only'
import { FACTOR_RULES, type FactorRule } from '#lib/auth/rules/staff-account.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { findSetting, storeSetting } from '#lib/settings/repository/settings.ts'

const KEY = 'staff.second_factor'

/** Whether every member of staff needs a second factor. What cannot be read is taken for the stricter answer. */
export async function findFactorRule(client: Tx = db()): Promise<FactorRule> {
  const stored = await findSetting(KEY, client)
  if (stored === null) return 'optional'

  return FACTOR_RULES.find((rule) => rule === stored) ?? 'required'
}

/** Stores whether every member of staff needs a second factor. */
export async function saveFactorRule({ rule, setBy }: { rule: FactorRule; setBy: string }, tx: Tx): Promise<void> {
  await storeSetting({ key: KEY, value: rule, setBy }, tx)
}
