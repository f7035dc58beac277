import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { GoLink } from '#components/admin/go-link.tsx'
import { OrderFilters, OrderTabs, orderAddress } from '#components/admin/order-filters.tsx'
import { OrderTable } from '#components/admin/order-table.tsx'
import { type OrderFilter, orderFilterSchema } from '#lib/domain/admin-orders.ts'
import { can } from '#lib/domain/caller.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { findOrders, listOrders } from '#lib/queries/admin-orders.ts'
import { adminTitle } from '../admin-title.ts'
import { staffOrSignIn } from '../staff.ts'

type Props = PageProps<'/admin/orders'>

export const generateMetadata = () => adminTitle('orders')

export default async function OrdersPage({ searchParams }: Props) {
  const filter = readFilter(await searchParams)
  const staff = await staffOrSignIn(orderAddress(filter))
  await privateLocale()
  if (filter.q !== '')
    return (
      <Found
        {...(await findOrders(staff, filter.q))}
        text={filter.q}
        isMail={filter.q.includes('@')}
        seesMail={can(staff, 'persons.see')}
      />
    )
  const { rows, newer, older } = await listOrders(staff, filter)
  const t = await getTranslations('admin')
  const words = await getTranslations('admin-acts.answers')
  const base = { ...filter, q: '', after: null, before: null }

  return (
    <>
      <div className="a-head">
        <h1>{t('area.orders')}</h1>
      </div>
      <OrderTabs filter={filter} />
      <OrderFilters key={orderAddress(base)} filter={filter} />
      <section className="a-panel" aria-label={t('area.orders')}>
        {rows.length === 0 ? (
          <p className="a-emptyline">{t(`orders.empty.${filter.tab}`)}</p>
        ) : (
          <OrderTable rows={rows} now={new Date()} />
        )}
        <nav className="a-pager" aria-label={t('orders.pages')}>
          {newer ? (
            <GoLink className="a-link" href={orderAddress({ ...base, before: newer })} rel="prev">
              {t('orders.newer')}
            </GoLink>
          ) : null}
          {older ? (
            <GoLink className="a-link" href={orderAddress({ ...base, after: older })} rel="next">
              {t('orders.older')}
            </GoLink>
          ) : null}
          <span>{t('orders.newest')}</span>
          <GoLink className="a-link a-ph-end" href="/admin/orders/answers">
            {words('title')}
          </GoLink>
        </nav>
      </section>
    </>
  )
}

type FoundProps = Awaited<ReturnType<typeof findOrders>> & { text: string; isMail: boolean; seesMail: boolean }

async function Found({ rows, isReadable, text, isMail, seesMail }: FoundProps) {
  const [only] = rows
  if (only && rows.length === 1) redirect(`/admin/orders/${only.id}`)
  const t = await getTranslations('admin')
  const nothing = isMail && !seesMail ? 'noMail' : isReadable ? 'none' : 'unreadable'

  return (
    <>
      <div className="a-head">
        <h1>{t('search.title')}</h1>
        <p className="a-meta">
          <bdi>{text}</bdi>
        </p>
      </div>
      <section className="a-panel" aria-label={t('search.title')}>
        {rows.length === 0 ? (
          <p className="a-emptyline">{t(`search.${nothing}`)}</p>
        ) : (
          <OrderTable rows={rows} now={new Date()} />
        )}
        <p className="a-pager">
          <GoLink className="a-link" href="/admin/orders">
            {t('search.toAll')}
          </GoLink>
        </p>
      </section>
    </>
  )
}

function readFilter(params: Awaited<Props['searchParams']>): OrderFilter {
  // A parameter that comes twice means nothing.
  const single = Object.fromEntries(Object.entries(params).filter(([, value]) => typeof value === 'string'))

  return orderFilterSchema.parse(single)
}
