import { getTranslations } from 'next-intl/server'
import { CustomerFilters, customerAddress } from '#components/customers/admin/customer-filters.tsx'
import { CustomerTable } from '#components/customers/admin/customer-table.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ColumnMenu } from '#components/ui/admin/bulk/column-menu.tsx'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { SearchForm } from '#components/ui/admin/search-form.tsx'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import { LIST_COLUMNS, type ListColumn } from '#lib/core/rules/list-columns.ts'
import { findCustomers, getCustomers, getOpenDataRequests } from '#lib/customers/queries/admin-customers.ts'
import { type CustomerFilter, customerFilterSchema } from '#lib/customers/rules/admin-customers.ts'
import { type SavedView, viewAddress, viewQuery } from '#lib/settings/rules/saved-view.ts'
import { adminTitle } from '../admin-title.ts'
import { staffOrSignIn } from '../staff.ts'
import { viewsHere } from '../views.ts'
import './customers.css'

type Props = PageProps<'/admin/customers'>

export const generateMetadata = () => adminTitle('customers')

export default async function CustomersPage({ searchParams }: Props) {
  const asked = await searchParams
  const filter = customerFilterSchema.parse(asked)
  const { q } = filter
  const staff = await staffOrSignIn(customerAddress(filter))
  await privateLocale()
  const views = await viewsHere(staff, 'customers', asked)
  const hidden = await getHiddenColumns(staff, 'customers')
  const t = await getTranslations('admin-customers')

  return (
    <>
      <div className="a-head">
        <h1>{t('title')}</h1>
        <p className="a-meta">{t('lead')}</p>
        {can(staff, 'lists.export') ? (
          <ExportLink list="customers" query={filterAddress('', { ...filter, after: null }).slice(1)} />
        ) : null}
      </div>
      <SearchForm
        key={q}
        {...{ id: 'customer-search', action: '/admin/customers', text: q, maxLength: 254 }}
        {...{ label: t('search'), send: t('find') }}
      />
      <div className="a-stack a-customers">
        {q === '' && filter.after === null ? <Requests staff={staff} /> : null}
        {q === '' ? (
          <Listed staff={staff} filter={filter} views={views} hidden={hidden} />
        ) : (
          <Found staff={staff} text={q} hidden={hidden} />
        )}
      </div>
    </>
  )
}

async function Requests({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-customers')
  const open = await getOpenDataRequests(staff)
  if (open.length === 0) return null

  return (
    <Panel id="requests" title={t('data.openRequests', { count: open.length })}>
      <ul className="a-plain-list">
        {open.map(({ id, personId, kind, askedAt }) => (
          <li key={id}>
            <GoLink className="a-link" href={`/admin/customers/${personId}#data`}>
              {t(`data.kind.${kind as 'export' | 'erase'}`)}
            </GoLink>
            <span className="a-sub">
              <LocalTime at={askedAt} show="date_time" />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type ListedProps = { staff: StaffMember; filter: CustomerFilter; views: SavedView[]; hidden: ListColumn<'customers'>[] }

async function Listed({ staff, filter, views, hidden }: ListedProps) {
  const t = await getTranslations('admin-customers')
  const { rows, older } = await getCustomers(staff, filter)
  const base = { ...filter, after: null }
  const query = viewQuery(filterAddress('', base))

  return (
    <div>
      <ViewBar area="customers" views={views} query={query}>
        <ColumnMenu
          list="customers"
          columns={LIST_COLUMNS.customers.map((name) => ({ name, label: t(name) }))}
          hidden={hidden}
        />
      </ViewBar>
      <CustomerFilters key={customerAddress(base)} filter={filter} />
      <section className="a-panel" aria-label={t('title')}>
        {rows.length === 0 ? (
          <p className="a-emptyline">{t(query === '' ? 'empty' : 'none')}</p>
        ) : (
          <CustomerTable rows={rows} label={t('title')} hidden={hidden} />
        )}
        <Pager
          label={t('pages')}
          before={filter.after ? { href: viewAddress('customers', query), words: t('newest') } : null}
          next={older ? { href: customerAddress({ ...base, after: older }), words: t('older') } : null}
        />
      </section>
    </div>
  )
}

type FoundProps = { staff: StaffMember; text: string; hidden: ListColumn<'customers'>[] }

async function Found({ staff, text, hidden }: FoundProps) {
  const t = await getTranslations('admin-customers')
  const rows = await findCustomers(staff, text)

  return (
    <section className="a-panel" aria-label={t('found')}>
      {rows === null || rows.length === 0 ? (
        <p className="a-emptyline">{t(rows === null ? 'notAllowed' : 'none')}</p>
      ) : (
        <CustomerTable rows={rows} label={t('found')} hidden={hidden} />
      )}
      <p className="a-pager">
        <GoLink className="a-link" href={viewAddress('customers')}>
          {t('toAll')}
        </GoLink>
      </p>
    </section>
  )
}
