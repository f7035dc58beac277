import { beforeAll } from 'vitest'
import { hashPassword } from '#lib/auth/password.ts'
import { addSession } from '#lib/auth/repository/staff-sessions.ts'
import type { BegunSession, SignInTry } from '#lib/auth/sign-in.ts'
import { signInByPassword } from '#lib/auth/sign-in-ways.ts'
import { encryptClaims } from '#lib/auth/staff-cookie.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember, StaffRole } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'

/** Adds a member of staff with a role, who cannot sign in by password. */
export async function addStaff(role: StaffRole): Promise<StaffMember> {
  const staffId = newId('stf')
  const email = `${role}-${staffId.slice(-6).toLowerCase()}@example.com`
  await db().staff.create({ data: { id: staffId, email, name: `Test ${role}`, role, passwordHash: 'none' } })

  return { kind: 'staff', staffId, role, name: `Test ${role}`, email }
}

/** A member of staff whom the tests of the calling block share. */
export function staffDuringTests(role: StaffRole): StaffMember {
  const staff = {} as StaffMember
  beforeAll(async () => {
    Object.assign(staff, await addStaff(role))
  })

  return staff
}

/** The password of everybody in a test who has one. */
export const PASSWORD = 'a wide blue harbour 7'
/** Made once: making one is dear on purpose. */
export const PASSWORD_HASH = await hashPassword(PASSWORD)

/** Adds a member of staff with a role, who signs in by the password. */
export async function addStaffWithPassword(role: StaffRole): Promise<StaffMember> {
  const staff = await addStaff(role)
  await db().staff.update({ where: { id: staff.staffId }, data: { passwordHash: PASSWORD_HASH } })

  return staff
}

/** Comes in by the one sign-in form; `null` for whoever is no staff. */
export async function signInStaff(typed: SignInTry): Promise<BegunSession | null> {
  const signedIn = await signInByPassword(typed, null)

  return signedIn?.kind === 'staff' ? signedIn.begun : null
}

/** Says whether money leaves on the word of one person in this store, however many could give theirs. */
export async function letOneDecide(isEnough: boolean): Promise<void> {
  const facts = { value: isEnough ? 'never' : 'always', updatedBy: 'test' }
  const key = 'acts.second_person'
  await db().setting.upsert({ where: { key }, create: { key, ...facts }, update: facts })
}

/** The id of a session of this member of staff that has just begun. */
export function beginSessionOf(staffId: string, version = 1): Promise<string> {
  const staff = { id: staffId, sessionVersion: version }

  return addSession({ staff, factor: 'none', address: null, browser: null })
}

/** The cookie value of such a session. */
export async function sessionOf(staffId: string, version = 1): Promise<string> {
  return encryptClaims({ staffId, sessionId: await beginSessionOf(staffId, version), signedInAt: Date.now() })
}
