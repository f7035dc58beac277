import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { ownTitle } from '#app/(private)/own-title.ts'
import type { AreaName } from '#components/ui/admin/areas.tsx'
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

/** The title of a page of the back office. */
export async function adminTitle(area: AreaName): Promise<Metadata> {
  return ownTitle('admin', (t) => t(`area.${area}`))
}

/** The title of a page about one thing: what it is called, or its area where there is nothing. */
export async function detailTitle(name: string | null, area: AreaName): Promise<Metadata> {
  return name === null ? adminTitle(area) : { title: name }
}
