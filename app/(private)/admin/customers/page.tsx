import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { CustomerColumns, CustomerTable } from '#components/customers/admin/customer-table.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import {
  dayFields,
  FoundRows,
  type ListAt,
  ListFilters,
  ListHead,
  ListPage,
  type OpenList,
  SearchForm,
} from '#components/ui/admin/list-page.tsx'
import { Panel, Rows } from '#components/ui/admin/panel.tsx'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { findCustomers, getCustomers, getOpenDataRequests, MAX_FOUND } from '#lib/customers/queries/admin-customers.ts'
import { type CustomerFilter, customerFilterSchema } from '#lib/customers/rules/admin-customers.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'
import { openList } from '../list.tsx'
import { adminTitle } from '../staff.ts'

type ListProps = { list: OpenList<CustomerFilter, 'customers'> }

export const generateMetadata = () => adminTitle('customers')

export default async function CustomersPage({ searchParams }: PageProps<'/admin/customers'>) {
  const list = await openList('customers', customerFilterSchema, searchParams)
  const { q, after } = list.filter
  const t = await getTranslations('admin-customers')
  const tAdmin = await getTranslations('admin')

  return (
    <StaffMessages namespace="admin-customers">
      <ListHead list={list} title={tAdmin('area.customers')} lead={t('lead')} />
      <SearchForm
        {...{ id: 'customer-search', action: '/admin/customers', text: q, maxLength: 254, label: t('search') }}
      />
      <div className="grid min-w-0 content-start gap-4 grid-cols-1">
        {q === '' && after === null ? <Requests staff={list.staff} /> : null}
        {q === '' ? <Listed list={list} /> : <Found list={list} />}
      </div>
    </StaffMessages>
  )
}

async function Requests({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-customers')
  const open = await getOpenDataRequests(staff)
  if (open.length === 0) return null

  return (
    <Panel id="requests" title={t('data.openRequests', { count: open.length })}>
      <Rows>
        {open.map(({ id, personId, kind, askedAt }) => (
          <li key={id}>
            <Link className="a-link" href={`/admin/customers/${personId}#data`}>
              {t(`data.kind.${kind as 'export' | 'erase'}`)}
            </Link>
            <span className="a-sub">
              <LocalTime at={askedAt} show="date_time" />
            </span>
          </li>
        ))}
      </Rows>
    </Panel>
  )
}

async function Listed({ list }: ListProps) {
  const t = await getTranslations('admin-customers')
  const tAdmin = await getTranslations('admin')
  const { rows, older } = await getCustomers(list.staff, list.filter)
  const isNarrowed = Object.values(list.base).some(Boolean)

  return (
    <div>
      <ListPage
        {...{ list, older, title: tAdmin('area.customers') }}
        columns={<CustomerColumns hidden={list.hidden} />}
        filters={<CustomerFilters list={list} />}
        empty={rows.length === 0 ? t(isNarrowed ? 'none' : 'empty') : null}
        pages={{ label: t('pages'), before: tAdmin('label.newest'), next: t('older') }}
      >
        <CustomerTable rows={rows} label={tAdmin('area.customers')} hidden={list.hidden} />
      </ListPage>
    </div>
  )
}

async function Found({ list: { staff, filter, hidden } }: ListProps) {
  const t = await getTranslations('admin-customers')
  const rows = await findCustomers(staff, filter.q)

  return (
    <FoundRows
      title={t('found')}
      empty={rows === null ? t('notAllowed') : rows.length === 0 ? t('none') : null}
      cut={rows?.length === MAX_FOUND ? t('most', { count: MAX_FOUND }) : null}
      ways={
        <Link className="a-link" href={viewAddress('customers')}>
          {t('toAll')}
        </Link>
      }
    >
      <CustomerTable rows={rows ?? []} label={t('found')} hidden={hidden} />
    </FoundRows>
  )
}

/** Which customers are meant. */
function CustomerFilters({ list }: { list: ListAt<CustomerFilter> }) {
  const t = useTranslations('admin-customers')
  const tLabel = useTranslations('admin.label')

  return (
    <ListFilters
      {...{ list, send: tLabel('filter'), clear: { label: tLabel('clear') } }}
      fields={[
        { name: 'buying', label: t('buying'), any: tLabel('anybody'), options: [['blocked', t('blocked')]] },
        ...dayFields(t('filter.from'), t('filter.to')),
      ]}
    />
  )
}
