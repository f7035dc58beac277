import type { ReactNode } from 'react'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { storeFacts } from '#app/(shop)/store.ts'
import { Door } from '#components/auth/admin/door.tsx'
import { TrialBanner } from '#components/ui/layout/trial-banner.tsx'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import './admin/door.css'

type DoorPageProps = { title: string; lead: string; children: ReactNode }

/** A page before the back office, with the words that its forms say in the browser. */
export async function DoorPage({ title, lead, children }: DoorPageProps) {
  const locale = await privateLocale()
  const store = await storeFacts()

  return (
    <>
      <TrialBanner locale={locale} store={store} />
      <Door store={store} title={title} lead={lead}>
        <StaffMessages namespace={['sign-in', 'admin-staff']}>{children}</StaffMessages>
      </Door>
    </>
  )
}
