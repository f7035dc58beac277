import 'server-only'
import type { StaffMember } from '#lib/domain/caller.ts'

/** The member of staff who is signed in in this browser, `null` when nobody is. */
export async function currentStaff(): Promise<StaffMember | null> {
  return null
}
