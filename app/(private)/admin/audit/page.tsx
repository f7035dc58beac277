import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { AuditFilters, auditAddress } from '#components/operations/admin/audit-filters.tsx'
import { AuditColumns, AuditTable } from '#components/operations/admin/audit-table.tsx'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Pager } from '#components/ui/admin/pager.tsx'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { can } from '#lib/core/rules/caller.ts'
import { listAuditActors, listAuditRows } from '#lib/operations/queries/admin-audit.ts'
import { type AuditFilter, auditFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { isSearchRefused } from '#lib/orders/queries/searched.ts'
import { viewQuery } from '#lib/settings/rules/saved-view.ts'
import { adminTitle } from '../admin-title.ts'
import { SearchRefused } from '../search-refused.tsx'
import { staffOrSignIn } from '../staff.ts'
import { viewsHere } from '../views.ts'

type Props = PageProps<'/admin/audit'>

export const generateMetadata = () => adminTitle('audit')

export default async function AuditPage({ searchParams }: Props) {
  const asked = await searchParams
  const filter = readFilter(asked)
  const staff = await staffOrSignIn(auditAddress(filter))
  await privateLocale()
  if (await isSearchRefused(staff, filter.subject ?? '')) return <SearchRefused back="/admin/audit" />
  const views = await viewsHere(staff, 'audit', asked)
  const hidden = await getHiddenColumns(staff, 'audit')
  const [{ rows, newer, older, isOwnOnly }, people] = await Promise.all([
    listAuditRows(staff, filter),
    listAuditActors(staff),
  ])
  const t = await getTranslations('admin-staff')
  const base = { ...filter, after: null, before: null }
  const query = viewQuery(filterAddress('', base))

  return (
    <StaffMessages namespace="admin-staff">
      <div className="a-head">
        <h1>{t('area.audit')}</h1>
        <p className="a-meta">
          {t('audit.lead')} {isOwnOnly ? t('audit.own') : null}
        </p>
        {can(staff, 'audit.export') ? <ExportLink list="audit" query={query} words={t('audit.export')} /> : null}
      </div>
      <ViewBar area="audit" views={views} query={query}>
        <AuditColumns hidden={hidden} />
      </ViewBar>
      <AuditFilters key={auditAddress(base)} filter={filter} people={people} />
      <section className="a-panel" aria-label={t('area.audit')}>
        {rows.length === 0 ? (
          <p className="a-emptyline">{t('audit.empty')}</p>
        ) : (
          <AuditTable rows={rows} hidden={hidden} />
        )}
        <Pager
          label={t('audit.pages')}
          before={newer ? { href: auditAddress({ ...base, before: newer }), words: t('audit.newer') } : null}
          next={older ? { href: auditAddress({ ...base, after: older }), words: t('audit.older') } : null}
        >
          <span>
            {t('audit.order')}. {t('audit.days')}.
          </span>
        </Pager>
      </section>
    </StaffMessages>
  )
}

function readFilter(params: Awaited<Props['searchParams']>): AuditFilter {
  // A parameter that comes twice means nothing.
  const single = Object.fromEntries(Object.entries(params).filter(([, value]) => typeof value === 'string'))

  return auditFilterSchema.parse(single)
}
