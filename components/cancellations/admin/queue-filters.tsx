import { useTranslations } from 'next-intl'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { QueueFilter } from '#lib/cancellations/rules/cancellation-queue.ts'

/** Returns the address of the desk with a filter in it. */
export function queueAddress(filter: Partial<QueueFilter>): string {
  return filterAddress('/admin/cancellations', filter)
}

/** Which requests of a list are meant. It all lives in the address. */
export function QueueFilters({ filter }: { filter: QueueFilter }) {
  const t = useTranslations('admin-desk.desk')
  const words = useTranslations('admin')
  const { view, q, by, from, to } = filter
  const day = view === 'open' ? 'asked' : 'ended'

  return (
    <FilterForm className="a-filters a-pb" action="/admin/cancellations">
      <input type="hidden" name="view" value={view} />
      {q === '' ? null : <input type="hidden" name="q" value={q} />}
      <ChoiceField
        name="by"
        label={t('askedBy')}
        any={t('filter.anybody')}
        value={by}
        options={[
          ['buyer', words('actor.buyer')],
          ['staff', words('actor.staff')],
        ]}
      />
      <TextField id="from" name="from" type="date" label={t(`filter.${day}From`)} defaultValue={from ?? ''} />
      <TextField id="to" name="to" type="date" label={t(`filter.${day}To`)} defaultValue={to ?? ''} />
      <Button type="submit">{words('filter.apply')}</Button>
      {by || from || to ? (
        <GoLink className="btn" href={queueAddress({ view, q })}>
          {words('filter.clear')}
        </GoLink>
      ) : null}
    </FilterForm>
  )
}
