import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { InviteForm, RuleForm } from '#components/auth/admin/manage-person.tsx'
import { InviteList, PeopleColumns, PeopleTable } from '#components/auth/admin/people-table.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { ExportLink, SearchForm } from '#components/ui/admin/list-page.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getStaffPage } from '#lib/auth/queries/admin-staff.ts'
import { staffFilterSchema } from '#lib/auth/schema.ts'
import { env } from '#lib/core/env.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { adminTitle, staffWith } from '../staff.ts'

export const generateMetadata = () => adminTitle('staff')

export default async function StaffPage({ searchParams }: PageProps<'/admin/staff'>) {
  const filter = staffFilterSchema.parse(await searchParams)
  const staff = await staffWith('staff.manage', filterAddress('/admin/staff', filter))
  await privateLocale()
  const { people, invites, rule } = await getStaffPage(staff, filter)
  const hidden = await getHiddenColumns(staff, 'people')
  const t = await getTranslations('admin-staff')
  const tAdmin = await getTranslations('admin')

  return (
    <StaffMessages namespace={['admin-settings', 'admin-staff']}>
      <div className="a-head">
        <h1>{tAdmin('area.staff')}</h1>
        <p className="a-meta">{t('people.count', { count: people.length })}</p>
        <ExportLink list="staff" query={filterAddress('', filter).slice(1)} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-4 narrow:grid-cols-1">
        <Panel id="people" title={t('people.title')} beside={<PeopleColumns hidden={hidden} />}>
          <div className="px-3.5 pt-3">
            <SearchForm
              {...{ id: 'people-search', action: '/admin/staff', text: filter.q, maxLength: 254 }}
              label={t('people.search')}
              all="/admin/staff"
            />
          </div>
          <PeopleTable people={people} ownId={staff.staffId} hidden={hidden} />
        </Panel>
        <div className="grid min-w-0 content-start gap-4">
          <Panel id="invite" title={t('invite.title')}>
            <InviteForm />
          </Panel>
          <Panel id="invites" title={t('invite.open')}>
            <InviteList invites={invites} />
          </Panel>
          <Panel id="rule" title={t('factor.title')}>
            <RuleForm rule={rule} isLive={env.STORE_MODE === 'live'} />
          </Panel>
        </div>
      </div>
    </StaffMessages>
  )
}
