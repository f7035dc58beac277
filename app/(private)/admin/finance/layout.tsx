import { StaffMessages } from '#app/(private)/staff-messages.tsx'

/** Gives the pages of this area its words in the browser. */
export default function FinanceLayout({ children }: LayoutProps<'/admin/finance'>) {
  return <StaffMessages namespace="admin-finance">{children}</StaffMessages>
}
