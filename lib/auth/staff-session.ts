import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { type SecondStep, secondStepOf } from '#lib/auth/factors.ts'
import { findLivingSession, type LivingSession } from '#lib/auth/repository/staff-sessions.ts'
import type { SecondFactor } from '#lib/auth/rules/staff-account.ts'
import { openClaims, staffCookieName } from '#lib/auth/staff-cookie.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'

// Read once per request, and in each of them: whatever has ended counts with the next one.
const currentSession = cache(async (): Promise<LivingSession | null> => {
  const token = (await cookies()).get(staffCookieName())?.value
  const claims = token ? await openClaims(token) : null
  const session = claims && (await findLivingSession(claims.sessionId))

  return session && session.staff.id === claims.staffId ? session : null
})

/**
 * The member of staff who is signed in in this browser, `null` when nobody is.
 *
 * The row is read each time: a disabled person, a changed role and an ended session count with the next request.
 */
export async function currentStaff(): Promise<StaffMember | null> {
  return (await currentAccount())?.staff ?? null
}

/** A member of staff with the session they work in, for what they do about their own account. */
export type StaffAccount = {
  kind: 'account'
  staff: StaffMember
  sessionId: string
  factor: SecondFactor
  provenAt: Date
}

/** Who is signed in in this browser, with the session itself. */
export async function currentAccount(): Promise<StaffAccount | null> {
  const session = await currentSession()
  if (!session || session.factor === null) return null

  const { id: sessionId, factor, provenAt } = session

  return { kind: 'account', staff: memberOf(session), sessionId, factor, provenAt }
}

/** Somebody who has proved a password, and nothing more: this opens nothing but the second step. */
export type HalfStaff = {
  kind: 'half'
  staff: StaffMember
  sessionId: string
  step: Exclude<SecondStep, { kind: 'none' }>
}

/** Who stands at the second step in this browser, `null` when nobody does. */
export async function currentHalf(): Promise<HalfStaff | null> {
  const session = await currentSession()
  if (!session || session.factor !== null) return null
  const step = await secondStepOf(session.staff)
  // The rule was lifted while they stood here: the password alone would do now, at sign-in.
  if (step.kind === 'none') return null

  return { kind: 'half', staff: memberOf(session), sessionId: session.id, step }
}

function memberOf({ staff }: LivingSession): StaffMember {
  return { kind: 'staff', staffId: staff.id, role: staff.role, name: staff.name, email: staff.email }
}
