import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { MessagesOfLanguage } from '#components/ui/admin/messages/messages-of-language.tsx'
import { Shell } from '#components/ui/admin/shell.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { VERSION } from '#lib/core/release.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { needsCount } from '#lib/operations/rules/admin-today.ts'
import { needsHere, staffHere } from './staff.ts'
import './admin.css'

/** The frame of the back office. It decides nothing: every page and query asks who the caller is. */
export default async function AdminLayout({ children }: LayoutProps<'/admin'>) {
  const locale = await privateLocale()
  const staff = await staffHere()
  if (!staff) return children
  const store = await storeDetails()
  // No page waits for the number beside its name.
  const needs = (
    <Suspense>
      <NeedsCount staff={staff} />
    </Suspense>
  )

  return (
    <MessagesOfLanguage locale={locale}>
      <StaffMessages>
        <Shell store={store.name} isTrial={store.isTrial} version={VERSION} staff={staff} needs={needs}>
          {children}
        </Shell>
      </StaffMessages>
    </MessagesOfLanguage>
  )
}

async function NeedsCount({ staff }: { staff: StaffMember }) {
  const needs = await needsHere(staff)
  if (needs.length === 0) return null
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'admin' })

  return (
    <b>
      {needsCount(needs)}
      <span className="sr-only"> {t('needsAction')}</span>
    </b>
  )
}
