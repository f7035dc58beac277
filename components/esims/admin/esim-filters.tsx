import { useTranslations } from 'next-intl'
import { CustomerLink } from '#components/customers/admin/customer-link.tsx'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ESIM_CANCEL_STATES } from '#lib/cancellations/rules/esim-cancel-states.ts'
import type { EsimFilter } from '#lib/esims/rules/admin-esims.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'

/** Returns the address of the list of eSIMs with a filter in it. */
export function esimAddress(filter: Partial<EsimFilter>): string {
  return filterAddress('/admin/esims', filter)
}

/** Says whose eSIMs are listed when the page of a customer has led here, and the way back to all of them. */
export function EsimsOfCustomer({ id, name }: { id: string; name: string | null }) {
  const t = useTranslations('admin-desk.cards')

  return (
    <p className="a-filters a-meta">
      <span>{t.rich('ofCustomer', { customer: () => <CustomerLink id={id} name={name} /> })}</span>
      <GoLink className="a-link" href={viewAddress('cards')}>
        {t('toAll')}
      </GoLink>
    </p>
  )
}

/** Which eSIMs are meant. It all lives in the address. */
export function EsimFilters({ filter }: { filter: EsimFilter }) {
  const t = useTranslations('admin-desk.cards')
  const words = useTranslations('admin')
  const { after: _after, q: _q, ...said } = filter

  return (
    <FilterForm className="a-filters" action="/admin/esims">
      {filter.customer ? <input type="hidden" name="customer" value={filter.customer} /> : null}
      <ChoiceField
        name="opened"
        label={t('opened')}
        any={t('filter.any')}
        value={filter.opened}
        options={[
          ['yes', t('filter.yes')],
          ['no', t('filter.no')],
        ]}
      />
      <ChoiceField
        name="state"
        label={t('return')}
        any={t('filter.any')}
        value={filter.state}
        options={ESIM_CANCEL_STATES.map((state) => [state, knownWords(words, 'cancel', state)])}
      />
      <TextField id="from" name="from" type="date" label={t('filter.from')} defaultValue={filter.from ?? ''} />
      <TextField id="to" name="to" type="date" label={t('filter.to')} defaultValue={filter.to ?? ''} />
      <Button type="submit">{words('filter.apply')}</Button>
      {Object.values(said).some((value) => value !== null) ? (
        <GoLink className="btn" href={viewAddress('cards')}>
          {words('filter.clear')}
        </GoLink>
      ) : null}
    </FilterForm>
  )
}
