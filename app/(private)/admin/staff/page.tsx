import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { ExportLink } from '#components/admin/export-link.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { InviteForm } from '#components/admin/staff/invite-form.tsx'
import { InviteList } from '#components/admin/staff/invite-list.tsx'
import { PeopleColumns, PeopleTable } from '#components/admin/staff/people-table.tsx'
import { RuleForm } from '#components/admin/staff/rule-form.tsx'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { getStaffPage } from '#lib/queries/admin-staff.ts'
import { getHiddenColumns } from '#lib/queries/list-columns.ts'
import { adminTitle } from '../admin-title.ts'
import { staffWith } from '../staff.ts'

export const generateMetadata = () => adminTitle('staff')

export default async function StaffPage() {
  const staff = await staffWith('staff.manage', '/admin/staff')
  await privateLocale()
  const { people, invites, rule } = await getStaffPage(staff)
  const hidden = await getHiddenColumns(staff, 'people')
  const t = await getTranslations('admin-staff')

  return (
    <StaffMessages namespace={['admin-settings', 'admin-staff']}>
      <div className="a-head">
        <h1>{t('area.staff')}</h1>
        <p className="a-meta">{t('people.count', { count: people.length })}</p>
        <ExportLink list="staff" query="" />
      </div>
      <div className="a-cols a-cols-side">
        <Panel id="people" title={t('people.title')} beside={<PeopleColumns hidden={hidden} />}>
          <PeopleTable people={people} ownId={staff.staffId} hidden={hidden} />
        </Panel>
        <div className="a-stack">
          <Panel id="invite" title={t('invite.title')}>
            <InviteForm />
          </Panel>
          <Panel id="invites" title={t('invite.open')}>
            <InviteList invites={invites} />
          </Panel>
          <Panel id="rule" title={t('rule.title')}>
            <RuleForm rule={rule} />
          </Panel>
        </div>
      </div>
    </StaffMessages>
  )
}
