import { useTranslations } from 'next-intl'
import { filterAddress } from '#components/admin/filter-address.ts'
import { FilterForm } from '#components/admin/filter-form.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Button } from '#components/ui/button.tsx'
import { Field, TextField } from '#components/ui/field.tsx'
import type { CardFilter } from '#lib/domain/admin-cards.ts'
import { CARD_CANCEL_STATES } from '#lib/domain/card-cancel-states.ts'
import { viewAddress } from '#lib/domain/saved-view.ts'

/** Returns the address of the list of cards with a filter in it. */
export function cardAddress(filter: Partial<CardFilter>): string {
  return filterAddress('/admin/cards', filter)
}

/** Which cards are meant. It all lives in the address. */
export function CardFilters({ filter }: { filter: CardFilter }) {
  const t = useTranslations('admin-desk.cards')
  const words = useTranslations('admin')
  const { after: _after, q: _q, ...said } = filter

  return (
    <FilterForm className="a-filters" action="/admin/cards">
      <Field id="opened" label={t('opened')}>
        <select id="opened" name="opened" className="input" defaultValue={filter.opened ?? ''}>
          <option value="">{t('filter.any')}</option>
          <option value="yes">{t('filter.yes')}</option>
          <option value="no">{t('filter.no')}</option>
        </select>
      </Field>
      <Field id="state" label={t('return')}>
        <select id="state" name="state" className="input" defaultValue={filter.state ?? ''}>
          <option value="">{t('filter.any')}</option>
          {CARD_CANCEL_STATES.map((state) => (
            <option key={state} value={state}>
              {knownWords(words, 'cancel', state)}
            </option>
          ))}
        </select>
      </Field>
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
