import { storeDetails } from '#app/(shop)/store.ts'
import { ProfileForm } from '#components/customers/account/profile-form.tsx'
import { getProfile } from '#lib/customers/queries/own-account.ts'
import { AccountFrame, accountTitle, customerOrSignIn } from '../account-frame.tsx'

export const generateMetadata = () => accountTitle('profile')

/** What the customer says about themselves: name, mails, times, and whom invoices are made out to. */
export default async function AccountProfilePage() {
  const customer = await customerOrSignIn()
  const [profile, { languages }] = await Promise.all([getProfile(customer), storeDetails()])
  // A language that was chosen before the shop switched it off stays chosen.
  const offered = [...new Set([...languages, ...(profile ? [profile.locale] : [])])]

  return (
    <AccountFrame area="profile" email={customer.email}>
      {profile ? (
        <ProfileForm profile={profile} languages={offered} zones={Intl.supportedValuesOf('timeZone')} />
      ) : null}
    </AccountFrame>
  )
}
