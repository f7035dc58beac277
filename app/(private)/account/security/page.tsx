import { getTranslations } from 'next-intl/server'
import { SessionList } from '#components/account/session-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { getOwnSessions } from '#lib/queries/own-account.ts'
import { AccountFrame, accountTitle } from '../account-frame.tsx'
import { customerOrSignIn } from '../customer.ts'

export const generateMetadata = () => accountTitle('security')

/** Where the customer is signed in. */
export default async function AccountSecurityPage() {
  const customer = await customerOrSignIn()
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'account' })

  return (
    <AccountFrame area="security" email={customer.email}>
      <Panel aria-labelledby="sessions">
        <h2 id="sessions">{t('sessions.title')}</h2>
        <p className="soft">{t('sessions.lead')}</p>
        <SessionList sessions={await getOwnSessions(customer)} />
      </Panel>
    </AccountFrame>
  )
}
