import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { ListSearch } from '#components/ui/admin/list-search.tsx'
import { Button } from '#components/ui/button.tsx'
import { LEDGER_KINDS, type LedgerFilter } from '#lib/finance/rules/provider-ledger.ts'
import { DayFields } from './period-fields.tsx'

/** Which entries are meant. It all lives in the address. */
export function LedgerFilters({ filter }: { filter: LedgerFilter }) {
  const t = useTranslations('admin-finance')
  const tBulk = useTranslations('admin-bulk.search')
  const behind = useTranslations('admin.orders.behind')
  const { currency, since } = filter

  return (
    <FilterForm className="a-filters" action="/admin/finance/supplier">
      <ListSearch text={filter.q} label={t('supplier.search')} />
      <ChoiceField
        name="kind"
        label={t('supplier.what')}
        any={t('supplier.any')}
        value={filter.kind}
        options={LEDGER_KINDS.map((kind) => [kind, t(`supplier.kind.${kind}`)])}
      />
      {currency === null ? null : <input type="hidden" name="currency" value={currency} />}
      {since === null ? null : <input type="hidden" name="since" value={since} />}
      <DayFields from={filter.from} to={filter.to} />
      <Button type="submit">{t('apply')}</Button>
      {currency === null && since === null ? null : (
        <span className="a-meta">
          {currency}{' '}
          {since ? behind.rich('since', { at: () => <LocalTime at={new Date(since)} show="moment" /> }) : null}{' '}
          <GoLink className="a-link" href="/admin/finance/supplier">
            {tBulk('all')}
          </GoLink>
        </span>
      )}
    </FilterForm>
  )
}
