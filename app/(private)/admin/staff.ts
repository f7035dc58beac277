import { redirect } from 'next/navigation'
import { cache } from 'react'
import { currentStaff } from '#lib/auth/staff-session.ts'
import type { StaffMember } from '#lib/domain/caller.ts'
import { listNeeds } from '#lib/queries/admin-needs.ts'

/** Who is signed in, read once per request. */
export const staffHere = cache(currentStaff)

/** What wants a person, read once per request for frame and page. */
export const needsHere = cache(listNeeds)

/** The member of staff who asks for a page, or the way to the sign-in page and back. */
export async function staffOrSignIn(path: string): Promise<StaffMember> {
  const staff = await staffHere()
  if (!staff) redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)

  return staff
}
