import 'server-only'
import { cookies } from 'next/headers'
import { findStaffOfSession } from '#lib/db/staff.ts'
import type { StaffMember } from '#lib/domain/caller.ts'
import { staffCookieName } from './staff-cookie.ts'
import { openClaims } from './staff-token.ts'

/**
 * The member of staff who is signed in in this browser, `null` when nobody is.
 *
 * The row is read each time: a disabled person, a changed role and an ended session count with the next request.
 */
export async function currentStaff(): Promise<StaffMember | null> {
  const token = (await cookies()).get(staffCookieName())?.value
  const claims = token ? await openClaims(token) : null
  const row = claims && (await findStaffOfSession(claims.staffId, claims.version))
  if (!row) return null

  return { kind: 'staff', staffId: row.id, role: row.role, name: row.name, email: row.email }
}
