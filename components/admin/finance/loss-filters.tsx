import { useTranslations } from 'next-intl'
import { filterAddress } from '#components/admin/filter-address.ts'
import { FilterForm } from '#components/admin/filter-form.tsx'
import { ListSearch } from '#components/admin/list-search.tsx'
import { Button } from '#components/ui/button.tsx'
import type { FinanceBook } from '#lib/domain/admin-finance.ts'
import type { LossFilter } from '#lib/domain/loss-ledger.ts'
import { BookField, DayFields } from './period-fields.tsx'

/** Returns the address of the losses, or of their export, with a filter in it. */
export function lossAddress(filter: Partial<LossFilter>, base = '/admin/finance/losses'): string {
  return filterAddress(base, filter)
}

/** Which losses are meant. It all lives in the address. */
export function LossFilters({ filter, book }: { filter: LossFilter; book: FinanceBook }) {
  const t = useTranslations('admin-finance')

  return (
    <FilterForm className="a-filters" action="/admin/finance/losses">
      <ListSearch text={filter.q} />
      <BookField book={book} />
      <DayFields from={filter.from} to={filter.to} />
      <Button type="submit">{t('apply')}</Button>
    </FilterForm>
  )
}
