import { StaffMessages } from '#app/(private)/staff-messages.tsx'

/** Gives the pages of this area its words in the browser. */
export default function CustomersLayout({ children }: LayoutProps<'/admin/customers'>) {
  return <StaffMessages namespace="admin-customers">{children}</StaffMessages>
}
