import { useTranslations } from 'next-intl'
import { ClosedPanel, DiscrepanciesPanel, howClosed } from '#components/reconciliation/admin/discrepancies-panel.tsx'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { ListSearch } from '#components/ui/admin/list-search.tsx'
import { Button } from '#components/ui/button.tsx'
import type { DiscrepancyFilter, ReconciliationView } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import { DISCREPANCY_KINDS, RESOLUTIONS } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** Which differences are meant: by a number, of a kind, and of the closed ones how they were closed. */
export function DiscrepancyFilters({ filter, seesPersons }: { filter: DiscrepancyFilter; seesPersons: boolean }) {
  const t = useTranslations('admin-reconciliation')
  const admin = useTranslations('admin')
  const tBulk = useTranslations('admin-bulk.search')
  const { view, q, ...narrow } = filter
  const { kind, resolution, opened, ended } = narrow
  const isNarrowed = q !== '' || Object.values(narrow).some((value) => value !== null)

  return (
    <search>
      <FilterForm key={filterAddress('', filter)} action="/admin/reconciliation" className="a-filters">
        <input type="hidden" name="view" value={view} />
        {[['opened', opened] as const, ['ended', ended] as const].map(([name, run]) =>
          run === null ? null : <input key={name} type="hidden" name={name} value={run} />,
        )}
        <ListSearch text={q} {...(seesPersons ? { label: tBulk('withEmail') } : {})} />
        <ChoiceField
          {...{ name: 'kind', id: 'finding-kind', label: t('filter.kind'), any: t('kinds.all'), value: kind }}
          options={DISCREPANCY_KINDS.map((one) => [one, knownWords(admin, 'discrepancy', one)])}
        />
        {view === 'closed' ? (
          <ChoiceField
            {...{ name: 'resolution', label: t('filter.resolution'), any: t('filter.any'), value: resolution }}
            options={RESOLUTIONS.map((one) => [one, howClosed(t, one)])}
          />
        ) : null}
        <Button type="submit">{tBulk('find')}</Button>
        {isNarrowed ? (
          <GoLink className="btn" href={filterAddress('/admin/reconciliation', { view })}>
            {tBulk('all')}
          </GoLink>
        ) : null}
      </FilterForm>
    </search>
  )
}

/** One difference by itself, where its address leads: what it is, and of a closed one how it was closed. */
export function OneDiscrepancy({ view: { discrepancies, closed, readAt } }: { view: ReconciliationView }) {
  const t = useTranslations('admin-reconciliation')

  return (
    <div className="a-stack">
      <p>
        <GoLink className="a-link" href="/admin/reconciliation?view=findings">
          {t('one.all')}
        </GoLink>
      </p>
      {discrepancies.length === 0 ? <p className="a-emptyline">{t('one.none')}</p> : null}
      {closed.length > 0 ? <ClosedPanel closed={closed} title={t('one.closed')} /> : null}
      {discrepancies.map((discrepancy) => (
        <DiscrepanciesPanel
          key={discrepancy.id}
          discrepancies={[discrepancy]}
          count={1}
          kind={discrepancy.kind}
          now={readAt}
          isAlone
        />
      ))}
    </div>
  )
}
