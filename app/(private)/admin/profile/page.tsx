import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { FactorsPanel } from '#components/admin/staff/factors-panel.tsx'
import { NameForm } from '#components/admin/staff/name-form.tsx'
import { OwnPassword } from '#components/admin/staff/own-password.tsx'
import { SessionsPanel } from '#components/admin/staff/sessions-panel.tsx'
import { passkeysWork } from '#lib/auth/passkey-proof.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { getOwnProfile } from '#lib/queries/admin-staff.ts'
import { adminTitle } from '../admin-title.ts'
import { accountOrSignIn } from '../staff.ts'

export const generateMetadata = () => adminTitle('profile')

export default async function ProfilePage() {
  const account = await accountOrSignIn('/admin/profile')
  await privateLocale()
  const profile = await getOwnProfile(account.staff, account.sessionId)
  const t = await getTranslations('admin-staff')

  return (
    <StaffMessages namespace={['admin', 'admin-staff']}>
      <div className="a-head">
        <h1>{t('area.profile')}</h1>
        <p className="a-meta">
          <bdi>{profile.email}</bdi> · {t(`roles.${profile.role}`)}
        </p>
      </div>
      <div className="a-cols a-cols-half">
        <div className="a-stack">
          <section className="a-panel" aria-labelledby="factors">
            <div className="a-ph">
              <h2 id="factors">{t('factor.title')}</h2>
            </div>
            <FactorsPanel {...profile} side="staff" mailTo={null} canUsePasskeys={passkeysWork()} />
          </section>
          <section className="a-panel" aria-labelledby="sessions">
            <div className="a-ph">
              <h2 id="sessions">{t('profile.sessions')}</h2>
            </div>
            <SessionsPanel sessions={profile.sessions} />
          </section>
        </div>
        <div className="a-stack">
          <section className="a-panel" aria-labelledby="name">
            <div className="a-ph">
              <h2 id="name">{t('profile.name')}</h2>
            </div>
            <NameForm name={profile.name} />
          </section>
          <section className="a-panel" aria-labelledby="password">
            <div className="a-ph">
              <h2 id="password">{t('profile.password')}</h2>
            </div>
            <OwnPassword />
          </section>
        </div>
      </div>
    </StaffMessages>
  )
}
