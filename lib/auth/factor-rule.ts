import 'server-only'
import { findFactors } from '#lib/auth/repository/factors.ts'
import type { StaffRow } from '#lib/auth/repository/staff.ts'
import { findFactorRule } from '#lib/auth/repository/staff-rules.ts'
import { type Factors, hasFactor, requiresFactor } from '#lib/auth/rules/staff-account.ts'

/** What the second step asks of a member of staff: nothing, a factor they have, or to set one up. */
export type SecondStep = { kind: 'none' } | { kind: 'prove' | 'set_up'; factors: Factors }

/** Returns what stands between a member of staff who has proved the password and the back office. */
export async function secondStepOf({ id: staffId, role }: Pick<StaffRow, 'id' | 'role'>): Promise<SecondStep> {
  const [factors, rule] = await Promise.all([findFactors({ staffId }), findFactorRule()])
  if (hasFactor(factors)) return { kind: 'prove', factors }

  return requiresFactor(rule, role) ? { kind: 'set_up', factors } : { kind: 'none' }
}
