import { CopyData } from '#components/account/copy-data.tsx'
import { EraseData } from '#components/account/erase-data.tsx'
import { AccountFrame, accountTitle } from '../account-frame.tsx'
import { customerOrSignIn } from '../customer.ts'

export const generateMetadata = () => accountTitle('data')

/** A copy of what is kept about the customer, and the end of it. */
export default async function AccountDataPage() {
  const customer = await customerOrSignIn()

  return (
    <AccountFrame area="data" email={customer.email}>
      <div className="panels">
        <CopyData />
        <EraseData />
      </div>
    </AccountFrame>
  )
}
