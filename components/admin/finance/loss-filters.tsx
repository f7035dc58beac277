import { useTranslations } from 'next-intl'
import { FilterForm } from '#components/admin/filter-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field, TextField } from '#components/ui/field.tsx'
import { FINANCE_BOOKS, type FinanceBook } from '#lib/domain/admin-finance.ts'
import type { LossFilter } from '#lib/domain/loss-ledger.ts'
import { filterAddress } from './filter-address.ts'

/** Returns the address of the losses, or of their export, with a filter in it. */
export function lossAddress(filter: LossFilter, base = '/admin/finance/losses'): string {
  return filterAddress(base, filter)
}

/** Which losses are meant. It all lives in the address. */
export function LossFilters({ filter, book }: { filter: LossFilter; book: FinanceBook }) {
  const t = useTranslations('admin-finance')

  return (
    <FilterForm className="a-filters" action="/admin/finance/losses">
      <Field id="book" label={t('book.label')}>
        <select id="book" name="book" className="input" defaultValue={book}>
          {FINANCE_BOOKS.map((one) => (
            <option key={one} value={one}>
              {t(`book.${one}`)}
            </option>
          ))}
        </select>
      </Field>
      <TextField id="from" name="from" type="date" label={t('from')} defaultValue={filter.from ?? ''} />
      <TextField id="to" name="to" type="date" label={t('to')} defaultValue={filter.to ?? ''} />
      <Button type="submit">{t('apply')}</Button>
    </FilterForm>
  )
}
