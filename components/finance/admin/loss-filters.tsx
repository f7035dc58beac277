import { useTranslations } from 'next-intl'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { ListSearch } from '#components/ui/admin/list-search.tsx'
import { Button } from '#components/ui/button.tsx'
import type { FinanceBook } from '#lib/finance/rules/admin-finance.ts'
import type { LossFilter } from '#lib/finance/rules/loss-ledger.ts'
import { BookField, DayFields } from './period-fields.tsx'

/** Returns the address of the losses, or of their export, with a filter in it. */
export function lossAddress(filter: Partial<LossFilter>, base = '/admin/finance/losses'): string {
  return filterAddress(base, filter)
}

/** Which losses are meant. It all lives in the address. */
export function LossFilters({ filter, book }: { filter: LossFilter; book: FinanceBook }) {
  const t = useTranslations('admin-finance')
  const hands = useTranslations('admin-hands.search')

  return (
    <FilterForm className="a-filters" action="/admin/finance/losses">
      <ListSearch text={filter.q} />
      <BookField book={book} />
      <ChoiceField
        {...{ name: 'amount', label: t('losses.amount'), any: t('losses.anyAmount'), value: filter.amount }}
        options={[
          ['known', t('losses.amountKnown')],
          ['unknown', t('losses.unknown')],
        ]}
      />
      {filter.currency === null ? null : <input type="hidden" name="currency" value={filter.currency} />}
      <DayFields from={filter.from} to={filter.to} />
      <Button type="submit">{t('apply')}</Button>
      {filter.currency === null && filter.amount === null ? null : (
        <GoLink className="btn" href={lossAddress({ ...filter, currency: null, amount: null, after: null })}>
          {hands('all')}
        </GoLink>
      )}
    </FilterForm>
  )
}
