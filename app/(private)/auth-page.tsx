import type { ReactNode } from 'react'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { AuthLayout } from '#components/auth/admin/auth-layout.tsx'
import { TrialBanner } from '#components/ui/layout/site-notices.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'

/** A page before the back office, with the words that its forms say in the browser. */
export async function AuthPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const locale = await privateLocale()
  const store = await storeDetails()

  return (
    <>
      <TrialBanner locale={locale} store={store} />
      <AuthLayout store={store} title={title} lead={lead}>
        <StaffMessages namespace={['sign-in', 'admin-staff']}>{children}</StaffMessages>
      </AuthLayout>
    </>
  )
}
