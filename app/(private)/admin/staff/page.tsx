import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { InviteForm } from '#components/admin/staff/invite-form.tsx'
import { InviteList } from '#components/admin/staff/invite-list.tsx'
import { PeopleTable } from '#components/admin/staff/people-table.tsx'
import { RuleForm } from '#components/admin/staff/rule-form.tsx'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { getStaffPage } from '#lib/queries/admin-staff.ts'
import { adminTitle } from '../admin-title.ts'
import { staffWith } from '../staff.ts'

export const generateMetadata = () => adminTitle('staff')

export default async function StaffPage() {
  const staff = await staffWith('staff.manage', '/admin/staff')
  await privateLocale()
  const { people, invites, rule } = await getStaffPage(staff)
  const t = await getTranslations('admin-staff')

  return (
    <StaffMessages namespace={['admin', 'admin-staff']}>
      <div className="a-head">
        <h1>{t('area.staff')}</h1>
        <p className="a-meta">{t('people.count', { count: people.length })}</p>
      </div>
      <div className="a-cols a-cols-side">
        <section className="a-panel" aria-labelledby="people">
          <div className="a-ph">
            <h2 id="people">{t('people.title')}</h2>
          </div>
          <PeopleTable people={people} ownId={staff.staffId} />
        </section>
        <div className="a-stack">
          <section className="a-panel" aria-labelledby="invite">
            <div className="a-ph">
              <h2 id="invite">{t('invite.title')}</h2>
            </div>
            <InviteForm />
          </section>
          <section className="a-panel" aria-labelledby="invites">
            <div className="a-ph">
              <h2 id="invites">{t('invite.open')}</h2>
            </div>
            <InviteList invites={invites} />
          </section>
          <section className="a-panel" aria-labelledby="rule">
            <div className="a-ph">
              <h2 id="rule">{t('rule.title')}</h2>
            </div>
            <RuleForm rule={rule} />
          </section>
        </div>
      </div>
    </StaffMessages>
  )
}
