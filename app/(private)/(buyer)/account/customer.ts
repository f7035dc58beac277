import { redirect } from 'next/navigation'
import { currentCustomer, type SignedInCustomer } from '#lib/auth/customer-session.ts'

/** The customer who asks for a page of the account, or the way to the sign-in page. */
export async function customerOrSignIn(): Promise<SignedInCustomer> {
  const customer = await currentCustomer()
  if (!customer) redirect('/sign-in')

  return customer
}
