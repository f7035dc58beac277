import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { storeFacts } from '#app/(shop)/store.ts'
import { Shell } from '#components/admin/shell.tsx'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { needsHere, staffHere } from './staff.ts'
import './admin.css'

/** The frame of the back office. It decides nothing: every page and query asks who the caller is. */
export default async function AdminLayout({ children }: LayoutProps<'/admin'>) {
  await privateLocale()
  const staff = await staffHere()
  if (!staff) return children
  const store = await storeFacts()
  const needs = await needsHere(staff)

  return (
    <StaffMessages namespace={['admin', 'admin-hands']}>
      <Shell store={store.name} isTrial={store.isTrial} staff={staff} needs={needs.length}>
        {children}
      </Shell>
    </StaffMessages>
  )
}
