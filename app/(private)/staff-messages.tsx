import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AddMessages } from '#components/ui/admin/messages/add-messages.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'

type Area =
  | 'action'
  | 'admin-acts'
  | 'admin-desk'
  | 'admin-messages'
  | 'admin-staff'
  | 'admin-finance'
  | 'admin-customers'
  | 'admin-pricing'
  | 'admin-promotions'
  | 'admin-reconciliation'
  | 'admin-catalogue'
  | 'admin-settings'
  | 'admin-guides'
  | 'sign-in'

/** Gives parts of staff pages their own words in the browser, beside those of the frame. */
export async function StaffMessages({ namespace = [], children }: { namespace?: Area | Area[]; children: ReactNode }) {
  const locale = await privateLocale()
  const messages = await getMessages({ locale })
  const wanted = [namespace].flat().map((name) => [name, messages[name]])
  // Every form says why it waits while there is no connection.
  const shared = { order: { lost: messages.order.lost } }

  return <AddMessages messages={{ ...Object.fromEntries(wanted), ...shared }}>{children}</AddMessages>
}
