import { useTranslations } from 'next-intl'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { CustomerFilter } from '#lib/customers/rules/admin-customers.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'

/** Returns the address of the list of customers with a filter in it. */
export function customerAddress(filter: Partial<CustomerFilter>): string {
  return filterAddress('/admin/customers', filter)
}

/** Which customers are meant. It all lives in the address. */
export function CustomerFilters({ filter }: { filter: CustomerFilter }) {
  const t = useTranslations('admin-customers')
  const words = useTranslations('admin.filter')
  const { buying, from, to } = filter

  return (
    <FilterForm className="a-filters" action="/admin/customers">
      <ChoiceField
        name="buying"
        label={t('buying')}
        any={t('filter.any')}
        value={buying}
        options={[['blocked', t('blocked')]]}
      />
      <TextField id="from" name="from" type="date" label={t('filter.from')} defaultValue={from ?? ''} />
      <TextField id="to" name="to" type="date" label={t('filter.to')} defaultValue={to ?? ''} />
      <Button type="submit">{words('apply')}</Button>
      {buying || from || to ? (
        <GoLink className="btn" href={viewAddress('customers')}>
          {words('clear')}
        </GoLink>
      ) : null}
    </FilterForm>
  )
}
