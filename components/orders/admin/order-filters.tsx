import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { dayFields, type ListAt, ListFilters } from '#components/ui/admin/list-page.tsx'
import { CustomerLink } from '#components/ui/admin/record-links.tsx'
import { Tabs } from '#components/ui/admin/tabs.tsx'
import { ORDER_TABS, type OrderFilter } from '#lib/orders/rules/admin-orders.ts'
import { ITEM_STATES } from '#lib/orders/rules/item-states.ts'

/** Returns the address of the list with a filter in it. */
export function orderAddress(filter: Partial<OrderFilter>): string {
  return filterAddress('/admin/orders', filter)
}

export function OrderTabs({ filter }: { filter: OrderFilter }) {
  const t = useTranslations('admin.tab')

  return (
    <Tabs
      {...{ label: t('label'), all: ORDER_TABS, here: filter.tab }}
      name={(tab) => t(tab)}
      href={(tab) => orderAddress({ ...filter, q: '', tab, state: null, after: null, before: null })}
    />
  )
}

type OrderFiltersProps = { list: ListAt<OrderFilter>; colleagues: { id: string; name: string }[] }

/** Which orders are meant. A figure that has led here goes on to narrow them. */
export function OrderFilters({ list, colleagues }: OrderFiltersProps) {
  const t = useTranslations('admin')
  const states = ITEM_STATES.map((one) => [one, t(`line.${one}`)] as const)
  const assignees = [['me', t('filter.me')], ...colleagues.map(({ id, name }) => [id, name])] as [string, string][]

  return (
    <ListFilters
      {...{ list, send: t('label.filter'), clear: { label: t('label.clear'), kept: ['tab'] } }}
      fields={[
        ...dayFields(t('filter.from'), t('filter.to')),
        { name: 'state', label: t('filter.state'), any: t('label.all'), options: states },
        { name: 'tag', id: 'filter-tag', label: t('filter.tag'), maxLength: 40, autoComplete: 'off' },
        { name: 'assignee', label: t('filter.assignee'), any: t('label.anybody'), options: assignees },
      ]}
    />
  )
}

/** How people know what a list is narrowed to; `null` where it is not, or the name is gone. */
export type BehindNames = { code: string | null; customer: string | null }

/** Says which orders are listed when a figure has led here, and the way back to all of them. */
export function BehindMetric({ filter, names }: { filter: OrderFilter; names: BehindNames }) {
  const t = useTranslations('admin.orders.behind')
  const tLabel = useTranslations('admin.label')
  const { tab, counted, since, until, promotion, customer } = filter
  if ([counted, since, until, promotion, customer].every((value) => value === null)) return null
  const moment = (at: string) => <LocalTime at={new Date(at)} show="moment" />

  return (
    <p className="a-filters a-meta">
      <span>
        {counted ? t(counted) : t('all')}
        {since ? <> {t.rich('since', { at: () => moment(since) })}</> : null}
        {until ? <> {t.rich('until', { at: () => moment(until) })}</> : null}
        {promotion ? <> {t.rich('promotion', { code: () => <bdi>{names.code ?? promotion}</bdi> })}</> : null}
        {customer ? (
          <> {t.rich('customer', { customer: () => <CustomerLink id={customer} name={names.customer} /> })}</>
        ) : null}
      </span>
      <Link className="a-link" href={orderAddress({ tab })}>
        {tLabel('allOrders')}
      </Link>
    </p>
  )
}
