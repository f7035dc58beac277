import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { NameForm } from '#components/auth/admin/account-menu.tsx'
import { FactorsPanel } from '#components/auth/admin/factors-panel.tsx'
import { OwnPassword } from '#components/auth/admin/password-form.tsx'
import { SessionsPanel } from '#components/auth/admin/sessions-panel.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { passkeysWork } from '#lib/auth/passkey-proof.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getOwnProfile } from '#lib/auth/queries/admin-staff.ts'
import { accountOrSignIn, adminTitle } from '../staff.ts'

export const generateMetadata = () => adminTitle('profile')

export default async function ProfilePage() {
  const account = await accountOrSignIn('/admin/profile')
  await privateLocale()
  const profile = await getOwnProfile(account.staff, account.sessionId)
  const t = await getTranslations('admin-staff')
  const tAction = await getTranslations('action')
  const tAdmin = await getTranslations('admin')

  return (
    <StaffMessages namespace="admin-staff">
      <div className="a-head">
        <h1>{tAdmin('area.profile')}</h1>
        <p className="a-meta">
          <bdi>{profile.email}</bdi> · {tAdmin(`role.${profile.role}`)}
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-4 narrow:grid-cols-1">
        <div className="grid min-w-0 content-start gap-4">
          <Panel id="factors" title={t('factor.title')}>
            <FactorsPanel {...profile} side="staff" mailTo={null} canUsePasskeys={passkeysWork()} />
          </Panel>
          <Panel id="sessions" title={t('profile.sessions')}>
            <SessionsPanel sessions={profile.sessions} />
          </Panel>
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <Panel id="name" title={tAdmin('label.name')}>
            <NameForm name={profile.name} />
          </Panel>
          <Panel id="password" title={tAction('prove.password')}>
            <OwnPassword />
          </Panel>
        </div>
      </div>
    </StaffMessages>
  )
}
