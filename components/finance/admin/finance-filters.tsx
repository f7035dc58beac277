import { useTranslations } from 'next-intl'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { TabStrip } from '#components/ui/admin/tab-strip.tsx'
import { Button } from '#components/ui/button.tsx'
import {
  FINANCE_GROUPS,
  type FinanceBook,
  type FinanceFilter,
  type FinanceRange,
} from '#lib/finance/rules/admin-finance.ts'
import { BookField, DayFields } from './period-fields.tsx'

/** Returns the address of the finance page, or of its export, with a filter in it. */
export function financeAddress(filter: Partial<FinanceFilter> & { what?: string }, base = '/admin/finance'): string {
  return filterAddress(base, filter)
}

type FinanceFiltersProps = { filter: FinanceFilter; range: FinanceRange; book: FinanceBook }

/** What is added up, of which days and of which orders. It all lives in the address. */
export function FinanceFilters({ filter, range, book }: FinanceFiltersProps) {
  const t = useTranslations('admin-finance')

  return (
    <>
      <TabStrip label={t('by.label')}>
        {FINANCE_GROUPS.map((by) => (
          <GoLink
            key={by}
            className="a-tab"
            href={financeAddress({ ...filter, by, key: null, currency: null, after: null })}
            aria-current={filter.by === by ? 'page' : undefined}
          >
            {t(`by.${by}`)}
          </GoLink>
        ))}
      </TabStrip>
      <FilterForm className="a-filters" action="/admin/finance">
        <input type="hidden" name="by" value={filter.by} />
        <BookField book={book} />
        <DayFields from={range.from} to={range.to} />
        <Button type="submit">{t('apply')}</Button>
      </FilterForm>
    </>
  )
}
