import { useTranslations } from 'next-intl'
import { CustomerLink } from '#components/customers/admin/customer-link.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { TabStrip } from '#components/ui/admin/tab-strip.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ORDER_TABS, type OrderFilter } from '#lib/orders/rules/admin-orders.ts'
import { ITEM_STATES } from '#lib/orders/rules/item-states.ts'

/** Returns the address of the list with a filter in it. */
export function orderAddress(filter: Partial<OrderFilter>): string {
  return filterAddress('/admin/orders', filter)
}

export function OrderTabs({ filter }: { filter: OrderFilter }) {
  const t = useTranslations('admin.tab')

  return (
    <TabStrip label={t('label')}>
      {ORDER_TABS.map((tab) => (
        <GoLink
          key={tab}
          className="a-tab"
          href={orderAddress({ ...filter, q: '', tab, state: null, after: null, before: null })}
          aria-current={filter.tab === tab ? 'page' : undefined}
        >
          {t(tab)}
        </GoLink>
      ))}
    </TabStrip>
  )
}

type OrderFiltersProps = { filter: OrderFilter; colleagues: { id: string; name: string }[] }

/** The filters live in the address, so a filtered list can be kept and passed on. A plain form sets them. */
export function OrderFilters({ filter, colleagues }: OrderFiltersProps) {
  const t = useTranslations('admin')
  const { from, to, state, tag, assignee } = filter
  const { counted, since, until, promotion, customer } = filter
  const behind = { counted, since, until, promotion, customer }
  const isFiltered = [from, to, state, tag, assignee, ...Object.values(behind)].some((value) => value !== null)

  return (
    <FilterForm className="a-filters" action="/admin/orders">
      <input type="hidden" name="tab" value={filter.tab} />
      {Object.entries(behind).map(([name, value]) =>
        value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <TextField id="from" name="from" type="date" label={t('filter.from')} defaultValue={from ?? ''} />
      <TextField id="to" name="to" type="date" label={t('filter.to')} defaultValue={to ?? ''} />
      <ChoiceField
        name="state"
        label={t('filter.state')}
        any={t('filter.any')}
        value={state}
        options={ITEM_STATES.map((one) => [one, t(`line.${one}`)])}
      />
      <TextField
        id="filter-tag"
        name="tag"
        label={t('filter.tag')}
        defaultValue={tag ?? ''}
        maxLength={40}
        autoComplete="off"
      />
      <ChoiceField
        name="assignee"
        label={t('filter.assignee')}
        any={t('filter.anybody')}
        value={assignee}
        options={[['me', t('filter.me')], ...colleagues.map(({ id, name }) => [id, name] as const)]}
      />
      <Button type="submit">{t('filter.apply')}</Button>
      {isFiltered ? (
        <GoLink className="btn" href={orderAddress({ tab: filter.tab })}>
          {t('filter.clear')}
        </GoLink>
      ) : null}
    </FilterForm>
  )
}

/** How people know what a list is narrowed to; `null` where it is not, or the name is gone. */
export type BehindNames = { code: string | null; customer: string | null }

/** Says which orders are listed when a figure has led here, and the way back to all of them. */
export function BehindFigure({ filter, names }: { filter: OrderFilter; names: BehindNames }) {
  const t = useTranslations('admin.orders.behind')
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
      <GoLink className="a-link" href={orderAddress({ tab })}>
        {t('leave')}
      </GoLink>
    </p>
  )
}
