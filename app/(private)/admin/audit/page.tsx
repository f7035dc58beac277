import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { AuditFilters } from '#components/operations/admin/audit-filters.tsx'
import { AuditColumns, AuditTable } from '#components/operations/admin/audit-table.tsx'
import { ListHead, ListPage } from '#components/ui/admin/list-page.tsx'
import { listAuditActors, listAuditRows } from '#lib/operations/queries/admin-audit.ts'
import { auditFilterSchema } from '#lib/operations/rules/admin-audit.ts'
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
