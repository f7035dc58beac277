import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { AuditColumns, AuditTable } from '#components/operations/admin/audit-table.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { dayFields, type ListAt, ListFilters, ListHead, ListPage } from '#components/ui/admin/list-page.tsx'
import { AUDIT_EVENTS } from '#lib/core/rules/audit-events.ts'
import { listAuditActors, listAuditRows } from '#lib/operations/queries/admin-audit.ts'
import { type AuditFilter, auditFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { SETTING_SECTIONS } from '#lib/settings/rules/settings.ts'
import { openList } from '../list.tsx'
import { adminTitle } from '../staff.ts'

export const generateMetadata = () => adminTitle('audit')

export default async function AuditPage({ searchParams }: PageProps<'/admin/audit'>) {
  const list = await openList('audit', auditFilterSchema, searchParams)
  const { staff, filter, hidden, refused } = list
  if (refused) return refused
  const [{ rows, newer, older, isOwnOnly }, people] = await Promise.all([
    listAuditRows(staff, filter),
    listAuditActors(staff),
  ])
  const t = await getTranslations('admin-staff')
  const tAdmin = await getTranslations('admin')

  return (
    <StaffMessages namespace="admin-staff">
      <ListHead
        list={list}
        title={tAdmin('area.audit')}
        lead={
          <>
            {t('audit.lead')} {isOwnOnly ? t('audit.own') : null}
          </>
        }
        file={tAdmin('label.exportCsv')}
      />
      <ListPage
        {...{ list, newer, older, title: tAdmin('area.audit') }}
        columns={<AuditColumns hidden={hidden} />}
        filters={<AuditFilters list={list} people={people} />}
        empty={rows.length === 0 ? t('audit.empty') : null}
        pages={{ label: tAdmin('label.pages'), before: tAdmin('label.newer'), next: tAdmin('label.older') }}
        note={
          <span>
            {tAdmin('label.newestFirst')}. {t('audit.days')}.
          </span>
        }
      >
        <AuditTable rows={rows} hidden={hidden} />
      </ListPage>
    </StaffMessages>
  )
}

/** Which acts are meant. Without `people` there is nobody to choose: the own acts are all there is. */
function AuditFilters({ list, people }: { list: ListAt<AuditFilter>; people: { id: string; name: string }[] }) {
  const t = useTranslations('admin-staff.audit')
  const admin = useTranslations('admin')
  const tSection = useTranslations('admin-settings.section')
  const actors = people.map(({ id, name }) => [id, name] as const)
  const events = AUDIT_EVENTS.map((action) => [action, knownLabel(admin, 'act', action)] as const)
  const sections = SETTING_SECTIONS.map((section) => [section, tSection(section)] as const)

  return (
    <ListFilters
      {...{ list, send: admin('label.filter'), clear: { label: admin('label.clear') } }}
      fields={[
        ...(actors.length > 0
          ? [{ name: 'actor' as const, label: t('actor'), any: t('anyone'), options: actors }]
          : []),
        {
          ...{ name: 'act', label: t('act'), any: t('any') },
          options: events.sort(([, a], [, b]) => a.localeCompare(b)),
        },
        { name: 'subject', label: t('subject'), placeholder: t('subjectHint'), dir: 'ltr' },
        { name: 'section', label: admin('area.settings'), any: t('anySection'), options: sections },
        ...dayFields(admin('label.from'), admin('label.to')),
      ]}
    />
  )
}
