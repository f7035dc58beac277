import { getTranslations } from 'next-intl/server'
import { FactorsPanel } from '#components/auth/admin/factors-panel.tsx'
import { PasswordPanel, SessionList } from '#components/customers/account/security-panels.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { passkeysWork } from '#lib/auth/passkey-proof.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getOwnFactors, getOwnSessions } from '#lib/customers/queries/own-account.ts'
import { AccountFrame, accountTitle, customerOrSignIn } from '../account-frame.tsx'

export const generateMetadata = () => accountTitle('security')

/** With what the customer signs in, and where they are signed in. */
export default async function AccountSecurityPage() {
  const customer = await customerOrSignIn()
  const { email } = customer
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'account' })
  const { hasPassword, ...factors } = await getOwnFactors(customer)

  return (
    <AccountFrame area="security" email={email}>
      <div className="panels">
        <Panel className="stack" aria-labelledby="factors">
          <h2 id="factors">{t('factors.title')}</h2>
          <p className="soft">{t('factors.lead')}</p>
          <FactorsPanel
            {...factors}
            side="account"
            isFactorRequired={false}
            mailTo={hasPassword ? null : email}
            canUsePasskeys={passkeysWork()}
          />
        </Panel>
        <PasswordPanel email={email} hasPassword={hasPassword} />
      </div>
      <Panel className="stack" aria-labelledby="sessions">
        <h2 id="sessions">{t('sessions.title')}</h2>
        <p className="soft">{t('sessions.lead')}</p>
        <SessionList sessions={await getOwnSessions(customer)} />
      </Panel>
    </AccountFrame>
  )
}
