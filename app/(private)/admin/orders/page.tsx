import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import {
  BehindMetric,
  type BehindNames,
  OrderFilters,
  OrderTabs,
  orderAddress,
} from '#components/orders/admin/order-filters.tsx'
import { OrderColumns, OrderTable } from '#components/orders/admin/order-table.tsx'
import { BulkBar } from '#components/ui/admin/bulk/bulk-bar.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { FoundRows, ListFile, ListPage } from '#components/ui/admin/list-page.tsx'
import { Key } from '#components/ui/admin/panel.tsx'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import { needsWhole } from '#lib/esims/queries/admin-esims.ts'
import { listColleagues } from '#lib/operations/queries/admin-palette.ts'
import { findBuyer, findOrders, listOrders, MAX_FOUND } from '#lib/orders/queries/admin-orders.ts'
import { customerTitle } from '#lib/orders/queries/admin-titles.ts'
import { type OrderFilter, orderFilterSchema } from '#lib/orders/rules/admin-orders.ts'
import { findPromotionCode } from '#lib/pricing/queries/admin-promotions.ts'
import { openList } from '../list.tsx'
import { adminTitle } from '../staff.ts'

export const generateMetadata = () => adminTitle('orders')

export default async function OrdersPage({ searchParams }: PageProps<'/admin/orders'>) {
  const list = await openList('orders', orderFilterSchema, searchParams)
  const { staff, filter, hidden, refused } = list
  if (refused) return refused
  if (filter.q !== '') {
    const [found, buyer] = await Promise.all([findOrders(staff, filter.q), findBuyer(staff, filter.q)])

    return (
      <Found
        {...found}
        {...{ buyer, hidden, seesMail: can(staff, 'persons.see') }}
        text={filter.q}
        isMail={filter.q.includes('@')}
        isEnd={needsWhole(staff, filter.q)}
      />
    )
  }
  const [{ rows, newer, older }, colleagues, behind] = await Promise.all([
    listOrders(staff, filter),
    can(staff, 'orders.note') ? listColleagues(staff) : [],
    namesOf(staff, filter),
  ])
  const t = await getTranslations('admin')
  const tAnswers = await getTranslations('admin-acts.answers')
  const may = { mail: can(staff, 'orders.mail'), note: can(staff, 'orders.note'), export: can(staff, 'lists.export') }

  return (
    <>
      <div className="a-head">
        <h1>{t('area.orders')}</h1>
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <ListFile list={list} />
          {can(staff, 'orders.make') ? (
            <Link className="btn btn-ink" href="/admin/orders/new" data-new>
              {t('label.newOrder')}
              <Key>N</Key>
            </Link>
          ) : null}
        </div>
      </div>
      <OrderTabs filter={filter} />
      <ListPage
        {...{ list, newer, older, title: t('area.orders') }}
        columns={<OrderColumns hidden={hidden} />}
        filters={<OrderFilters list={list} colleagues={colleagues} />}
        about={<BehindMetric filter={filter} names={behind} />}
        empty={rows.length === 0 ? t(`orders.empty.${filter.tab}`) : null}
        pages={{ label: t('label.pages'), before: t('label.newer'), next: t('label.older') }}
        note={
          <>
            <span>{t('label.newestFirst')}</span>
            <Link className="a-link ms-auto" href="/admin/orders/answers">
              {tAnswers('title')}
            </Link>
          </>
        }
      >
        <OrderTable rows={rows} now={new Date()} hidden={hidden} canSelect={may.mail || may.note || may.export} />
      </ListPage>
      <BulkBar
        key={`bulk ${orderAddress(filter)}`}
        shown={rows.map(({ id }) => id)}
        may={may}
        colleagues={colleagues}
      />
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
      <FoundRows
        title={t('search.title')}
        empty={rows.length === 0 ? t(`search.${nothing}`) : null}
        cut={rows.length === MAX_FOUND ? t('search.most', { count: MAX_FOUND }) : null}
        ways={
          <>
            {buyer ? (
              <Link className="a-link" href={orderAddress({ customer: buyer })}>
                {t('search.ofBuyer')}
              </Link>
            ) : null}
            <Link className="a-link" href="/admin/orders">
              {t('label.allOrders')}
            </Link>
          </>
        }
      >
        <OrderTable rows={rows} now={new Date()} hidden={hidden} />
      </FoundRows>
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
