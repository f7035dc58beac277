import 'server-only'
import { FACTOR_RULES, type FactorRule } from '#lib/domain/staff-account.ts'
import { db, type Tx } from './client.ts'
import { findSetting } from './settings.ts'

const KEY = 'staff.second_factor'

/** Whether every member of staff needs a second factor. What cannot be read is taken for the stricter answer. */
export async function findFactorRule(client: Tx = db()): Promise<FactorRule> {
  const stored = await findSetting(KEY, client)
  if (stored === null) return 'optional'

  return FACTOR_RULES.find((rule) => rule === stored) ?? 'required'
}

/** Stores whether every member of staff needs a second factor. */
export async function saveFactorRule({ rule, setBy }: { rule: FactorRule; setBy: string }, tx: Tx): Promise<void> {
  const data = { value: rule, updatedBy: setBy, updatedAt: new Date() }
  await tx.setting.upsert({ where: { key: KEY }, create: { key: KEY, ...data }, update: data, select: { key: true } })
}
