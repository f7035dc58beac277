import { CopyData, EraseData } from '#components/customers/account/erase-data.tsx'
import { getOwnFactors } from '#lib/customers/queries/own-account.ts'
import { AccountFrame, accountTitle, customerOrSignIn } from '../account-frame.tsx'

export const generateMetadata = () => accountTitle('data')

/** A copy of what is kept about the customer, and the end of it. */
export default async function AccountDataPage() {
  const customer = await customerOrSignIn()
  const { email } = customer
  const { hasPassword } = await getOwnFactors(customer)
  const mailTo = hasPassword ? null : email

  return (
    <AccountFrame area="data" email={email}>
      <div className="panels">
        <CopyData mailTo={mailTo} />
        <EraseData mailTo={mailTo} />
      </div>
    </AccountFrame>
  )
}
