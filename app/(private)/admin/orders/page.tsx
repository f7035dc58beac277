import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import {
  BehindFigure,
  type BehindNames,
  OrderFilters,
  OrderTabs,
  orderAddress,
} from '#components/orders/admin/order-filters.tsx'
import { OrderTable } from '#components/orders/admin/order-table.tsx'
import { BulkBar } from '#components/ui/admin/bulk/bulk-bar.tsx'
import { ColumnMenu } from '#components/ui/admin/bulk/column-menu.tsx'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import { LIST_COLUMNS, type ListColumn } from '#lib/core/rules/list-columns.ts'
import { needsWhole } from '#lib/esims/queries/admin-esims.ts'
import { listColleagues } from '#lib/operations/queries/admin-palette.ts'
import { findBuyer, findOrders, listOrders, MOST_FOUND } from '#lib/orders/queries/admin-orders.ts'
import { customerTitle } from '#lib/orders/queries/admin-titles.ts'
import { isSearchRefused } from '#lib/orders/queries/searched.ts'
import { type OrderFilter, orderFilterSchema } from '#lib/orders/rules/admin-orders.ts'
import { findPromotionCode } from '#lib/pricing/queries/admin-promotions.ts'
import { viewQuery } from '#lib/settings/rules/saved-view.ts'
import { adminTitle } from '../admin-title.ts'
import { SearchRefused } from '../search-refused.tsx'
import { staffOrSignIn } from '../staff.ts'
import { viewsHere } from '../views.ts'

type Props = PageProps<'/admin/orders'>

export const generateMetadata = () => adminTitle('orders')

export default async function OrdersPage({ searchParams }: Props) {
  const asked = await searchParams
  const filter = readFilter(asked)
  const staff = await staffOrSignIn(orderAddress(filter))
  await privateLocale()
  if (await isSearchRefused(staff, filter.q)) return <SearchRefused back="/admin/orders" />
  if (filter.q !== '') {
    const [hidden, found, buyer] = await Promise.all([
      getHiddenColumns(staff, 'orders'),
      findOrders(staff, filter.q),
      findBuyer(staff, filter.q),
    ])
    const seesMail = can(staff, 'persons.see')

    return (
      <Found
        {...found}
        {...{ buyer, hidden, seesMail }}
        text={filter.q}
        isMail={filter.q.includes('@')}
        isEnd={needsWhole(staff, filter.q)}
      />
    )
  }
  const [{ rows, newer, older }, hidden, views, colleagues, behind] = await Promise.all([
    listOrders(staff, filter),
    getHiddenColumns(staff, 'orders'),
    viewsHere(staff, 'orders', asked),
    can(staff, 'orders.note') ? listColleagues(staff) : [],
    namesOf(staff, filter),
  ])
  const t = await getTranslations('admin')
  const words = await getTranslations('admin-acts.answers')
  const tBulk = await getTranslations('admin-bulk.new')
  const base = { ...filter, q: '', after: null, before: null }
  const query = viewQuery(filterAddress('', base))
  const may = { mail: can(staff, 'orders.mail'), note: can(staff, 'orders.note'), export: can(staff, 'lists.export') }

  return (
    <>
      <div className="a-head">
        <h1>{t('area.orders')}</h1>
        <div className="a-row">
          {may.export ? <ExportLink list="orders" query={query} /> : null}
          {can(staff, 'orders.make') ? (
            <GoLink className="btn btn-ink" href="/admin/orders/new" data-new>
              {tBulk('press')}
              <kbd className="a-kbd">N</kbd>
            </GoLink>
          ) : null}
        </div>
      </div>
      <OrderTabs filter={filter} />
      <ViewBar area="orders" views={views} query={query}>
        <ColumnMenu
          list="orders"
          columns={LIST_COLUMNS.orders.map((name) => ({ name, label: t(`orders.${name}`) }))}
          hidden={hidden}
        />
      </ViewBar>
      <OrderFilters key={orderAddress(base)} filter={filter} colleagues={colleagues} />
      <BehindFigure filter={filter} names={behind} />
      <section className="a-panel" aria-label={t('area.orders')}>
        {rows.length === 0 ? (
          <p className="a-emptyline">{t(`orders.empty.${filter.tab}`)}</p>
        ) : (
          <OrderTable rows={rows} now={new Date()} hidden={hidden} canSelect={may.mail || may.note || may.export} />
        )}
        <Pager
          label={t('orders.pages')}
          before={newer ? { href: orderAddress({ ...base, before: newer }), words: t('orders.newer') } : null}
          next={older ? { href: orderAddress({ ...base, after: older }), words: t('orders.older') } : null}
        >
          <span>{t('orders.newest')}</span>
          <GoLink className="a-link a-ph-end" href="/admin/orders/answers">
            {words('title')}
          </GoLink>
        </Pager>
      </section>
      <BulkBar key={`bulk ${orderAddress(filter)}`} may={may} colleagues={colleagues} />
    </>
  )
}

type FoundProps = Awaited<ReturnType<typeof findOrders>> & {
  text: string
  buyer: string | null
  hidden: ListColumn<'orders'>[]
  isMail: boolean
  seesMail: boolean
  isEnd: boolean
}

async function Found({ rows, isReadable, text, buyer, hidden, isMail, seesMail, isEnd }: FoundProps) {
  const [only] = rows
  if (only && rows.length === 1) redirect(`/admin/orders/${only.id}`)
  const t = await getTranslations('admin')
  const unread = isEnd ? 'wholeOnly' : 'unreadable'
  const nothing = isMail && !seesMail ? 'noMail' : isReadable ? 'none' : unread

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
          <OrderTable rows={rows} now={new Date()} hidden={hidden} />
        )}
        <p className="a-pager">
          {rows.length === MOST_FOUND ? <span>{t('search.most', { count: MOST_FOUND })}</span> : null}
          {buyer ? (
            <GoLink className="a-link" href={orderAddress({ customer: buyer })}>
              {t('search.ofBuyer')}
            </GoLink>
          ) : null}
          <GoLink className="a-link" href="/admin/orders">
            {t('search.toAll')}
          </GoLink>
        </p>
      </section>
    </>
  )
}

/** The names of what a link has narrowed the list to. */
async function namesOf(staff: StaffMember, { promotion, customer }: OrderFilter): Promise<BehindNames> {
  const [code, email] = await Promise.all([
    promotion && findPromotionCode(staff, promotion),
    customer && customerTitle(staff, customer),
  ])

  return { code, customer: email }
}

function readFilter(params: Awaited<Props['searchParams']>): OrderFilter {
  // A parameter that comes twice means nothing.
  const single = Object.fromEntries(Object.entries(params).filter(([, value]) => typeof value === 'string'))

  return orderFilterSchema.parse(single)
}
