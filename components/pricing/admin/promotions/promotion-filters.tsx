import { useTranslations } from 'next-intl'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { ListSearch } from '#components/ui/admin/list-search.tsx'
import { Button } from '#components/ui/button.tsx'
import type { PromotionState } from '#lib/pricing/rules/admin-promotions.ts'

const STATES = ['running', 'scheduled', 'used_up', 'expired', 'ended'] as const satisfies readonly PromotionState[]
const PATH = '/admin/pricing/promotions'

/** Which promotions are meant: by a part of code or name, and by how they stand. It all lives in the address. */
export function PromotionFilters({ q, state }: { q: string; state: PromotionState | null }) {
  const t = useTranslations('admin-promotions')
  const hands = useTranslations('admin-hands.search')

  return (
    <search>
      <FilterForm key={`${q} ${state}`} className="a-filters" action={PATH}>
        <ListSearch text={q} label={t('search')} />
        <ChoiceField
          name="state"
          label={t('standing')}
          any={t('anyState')}
          value={state}
          options={STATES.map((one) => [one, t(`states.${one}`)])}
        />
        <Button type="submit">{hands('find')}</Button>
        {q === '' && state === null ? null : (
          <GoLink className="btn" href={PATH}>
            {hands('all')}
          </GoLink>
        )}
      </FilterForm>
    </search>
  )
}
