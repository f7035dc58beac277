import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { currentAccount, currentStaff, type StaffAccount } from '#lib/auth/staff-session.ts'
import { can, type Permission, type StaffMember } from '#lib/core/rules/caller.ts'
import { listNeeds } from '#lib/operations/queries/admin-today.ts'

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

/** As `staffOrSignIn`, for a page that only some roles are shown: for the others there is nothing here. */
export async function staffWith(permission: Permission, path: string): Promise<StaffMember> {
  const staff = await staffOrSignIn(path)
  if (!can(staff, permission)) notFound()

  return staff
}

/** As `staffOrSignIn`, with the session itself, for what somebody does about their own account. */
export async function accountOrSignIn(path: string): Promise<StaffAccount> {
  const account = await currentAccount()
  if (!account) redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)

  return account
}
