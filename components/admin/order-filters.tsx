import { useTranslations } from 'next-intl'
import { filterAddress } from '#components/admin/filter-address.ts'
import { FilterForm } from '#components/admin/filter-form.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { TabStrip } from '#components/admin/tab-strip.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field, TextField } from '#components/ui/field.tsx'
import { ORDER_TABS, type OrderFilter } from '#lib/domain/admin-orders.ts'
import { LINE_STATES } from '#lib/domain/line-states.ts'

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
          href={orderAddress({ tab, from: filter.from, to: filter.to })}
          aria-current={filter.tab === tab ? 'page' : undefined}
        >
          {t(tab)}
        </GoLink>
      ))}
    </TabStrip>
  )
}

/** The filters live in the address, so a filtered list can be kept and passed on. A plain form sets them. */
export function OrderFilters({ filter }: { filter: OrderFilter }) {
  const t = useTranslations('admin')
  const isFiltered = filter.from !== null || filter.to !== null || filter.state !== null

  return (
    <FilterForm className="a-filters" action="/admin/orders">
      <input type="hidden" name="tab" value={filter.tab} />
      <TextField id="from" name="from" type="date" label={t('filter.from')} defaultValue={filter.from ?? ''} />
      <TextField id="to" name="to" type="date" label={t('filter.to')} defaultValue={filter.to ?? ''} />
      <Field id="state" label={t('filter.state')}>
        <select id="state" name="state" className="input" defaultValue={filter.state ?? ''}>
          <option value="">{t('filter.any')}</option>
          {LINE_STATES.map((state) => (
            <option key={state} value={state}>
              {t(`line.${state}`)}
            </option>
          ))}
        </select>
      </Field>
      <Button type="submit">{t('filter.apply')}</Button>
      {isFiltered ? (
        <GoLink className="btn" href={orderAddress({ tab: filter.tab })}>
          {t('filter.clear')}
        </GoLink>
      ) : null}
    </FilterForm>
  )
}
