import { useTranslations } from 'next-intl'
import { filterAddress } from '#components/admin/filter-address.ts'
import { FilterForm } from '#components/admin/filter-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { LEDGER_KINDS, type LedgerFilter } from '#lib/domain/supplier-ledger.ts'
import { DayFields } from './period-fields.tsx'

/** Returns the address of the supplier ledger with a filter in it. */
export function ledgerAddress(filter: Partial<LedgerFilter>, base = '/admin/finance/supplier'): string {
  return filterAddress(base, filter)
}

/** Which entries are meant. It all lives in the address. */
export function LedgerFilters({ filter }: { filter: LedgerFilter }) {
  const t = useTranslations('admin-finance')

  return (
    <FilterForm className="a-filters" action="/admin/finance/supplier">
      <Field id="kind" label={t('supplier.what')}>
        <select id="kind" name="kind" className="input" defaultValue={filter.kind ?? ''}>
          <option value="">{t('supplier.any')}</option>
          {LEDGER_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`supplier.kind.${kind}`)}
            </option>
          ))}
        </select>
      </Field>
      <DayFields from={filter.from} to={filter.to} />
      <Button type="submit">{t('apply')}</Button>
    </FilterForm>
  )
}
