import { useTranslations } from 'next-intl'
import { filterAddress } from '#components/admin/filter-address.ts'
import { FilterForm } from '#components/admin/filter-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import type { FinanceBook } from '#lib/domain/admin-finance.ts'
import { CREDIT_STATES, REFUND_STATES, type RefundFilter } from '#lib/domain/refund-ledger.ts'
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
      <BookField book={book} />
      <Field id="state" label={t('refunds.state')}>
        <select id="state" name="state" className="input" defaultValue={filter.state ?? ''}>
          <option value="">{t('refunds.any')}</option>
          {REFUND_STATES.map((state) => (
            <option key={state} value={state}>
              {words(`refundState.${state}`)}
            </option>
          ))}
        </select>
      </Field>
      <Field id="credit" label={t('refunds.credit')}>
        <select id="credit" name="credit" className="input" defaultValue={filter.credit ?? ''}>
          <option value="">{t('refunds.any')}</option>
          {CREDIT_STATES.map((state) => (
            <option key={state} value={state}>
              {t(`refunds.creditState.${state}`)}
            </option>
          ))}
        </select>
      </Field>
      <DayFields from={filter.from} to={filter.to} />
      <Button type="submit">{t('apply')}</Button>
    </FilterForm>
  )
}
