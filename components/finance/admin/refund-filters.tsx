import { useTranslations } from 'next-intl'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { ListSearch } from '#components/ui/admin/list-search.tsx'
import { Button } from '#components/ui/button.tsx'
import type { FinanceBook } from '#lib/finance/rules/admin-finance.ts'
import { CREDIT_STATES, REFUND_STATES, type RefundFilter } from '#lib/refunds/rules/refund-ledger.ts'
import { BookField, DayFields } from './period-fields.tsx'

/** Returns the address of the refund ledger, or of its export, with a filter in it. */
export function refundAddress(filter: Partial<RefundFilter>, base = '/admin/finance/refunds'): string {
  return filterAddress(base, filter)
}

/** Which refunds are meant. It all lives in the address. */
export function RefundFilters({ filter, book }: { filter: RefundFilter; book: FinanceBook }) {
  const t = useTranslations('admin-finance')
  const words = useTranslations('admin')

  return (
    <FilterForm className="a-filters" action="/admin/finance/refunds">
      <ListSearch text={filter.q} />
      <BookField book={book} />
      <ChoiceField
        name="state"
        label={t('refunds.state')}
        any={t('refunds.any')}
        value={filter.state}
        options={REFUND_STATES.map((state) => [state, words(`refundState.${state}`)])}
      />
      <ChoiceField
        name="credit"
        label={t('refunds.credit')}
        any={t('refunds.any')}
        value={filter.credit}
        options={CREDIT_STATES.map((state) => [state, t(`refunds.creditState.${state}`)])}
      />
      <DayFields from={filter.from} to={filter.to} />
      <Button type="submit">{t('apply')}</Button>
    </FilterForm>
  )
}
