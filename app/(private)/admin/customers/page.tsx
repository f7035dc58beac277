import { getTranslations } from 'next-intl/server'
import { CustomerSearch } from '#components/admin/customers/customer-search.tsx'
import { CustomerTable } from '#components/admin/customers/customer-table.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { Pager } from '#components/admin/pager.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { customerFilterSchema } from '#lib/domain/admin-customers.ts'
import type { StaffMember } from '#lib/domain/caller.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { findCustomers, getCustomers, getOpenDataRequests } from '#lib/queries/admin-customers.ts'
import { adminTitle } from '../admin-title.ts'
import { staffOrSignIn } from '../staff.ts'
import './customers.css'

type Props = PageProps<'/admin/customers'>

export const generateMetadata = () => adminTitle('customers')

export default async function CustomersPage({ searchParams }: Props) {
  const { q, after } = customerFilterSchema.parse(await searchParams)
  const staff = await staffOrSignIn('/admin/customers')
  await privateLocale()
  const t = await getTranslations('admin-customers')

  return (
    <>
      <div className="a-head">
        <h1>{t('title')}</h1>
        <p className="a-meta">{t('lead')}</p>
      </div>
      <CustomerSearch key={q} text={q} />
      <div className="a-stack a-customers">
        {q === '' && after === null ? <Requests staff={staff} /> : null}
        {q === '' ? <Listed staff={staff} after={after} /> : <Found staff={staff} text={q} />}
      </div>
    </>
  )
}

async function Requests({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-customers')
  const open = await getOpenDataRequests(staff)
  if (open.length === 0) return null

  return (
    <section className="a-panel" aria-labelledby="requests">
      <div className="a-ph">
        <h2 id="requests">{t('data.openRequests', { count: open.length })}</h2>
      </div>
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
    </section>
  )
}

async function Listed({ staff, after }: { staff: StaffMember; after: string | null }) {
  const t = await getTranslations('admin-customers')
  const { rows, older } = await getCustomers(staff, after)

  return (
    <section className="a-panel" aria-label={t('title')}>
      {rows.length === 0 ? (
        <p className="a-emptyline">{t('empty')}</p>
      ) : (
        <CustomerTable rows={rows} label={t('title')} />
      )}
      <Pager
        label={t('pages')}
        before={after ? { href: '/admin/customers', words: t('newest') } : null}
        next={older ? { href: `/admin/customers?after=${older}`, words: t('older') } : null}
      />
    </section>
  )
}

async function Found({ staff, text }: { staff: StaffMember; text: string }) {
  const t = await getTranslations('admin-customers')
  const rows = await findCustomers(staff, text)

  return (
    <section className="a-panel" aria-label={t('found')}>
      {rows === null || rows.length === 0 ? (
        <p className="a-emptyline">{t(rows === null ? 'notAllowed' : 'none')}</p>
      ) : (
        <CustomerTable rows={rows} label={t('found')} />
      )}
      <p className="a-pager">
        <GoLink className="a-link" href="/admin/customers">
          {t('toAll')}
        </GoLink>
      </p>
    </section>
  )
}
