import { useTranslations } from 'next-intl'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { ListSearch } from '#components/ui/admin/list-search.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'

type ChangeFiltersProps = {
  q: string
  kind: string | null
  sku: number | null
  run: string | null
  since: string | null
  until: string | null
}

/** The filters of the change list, and the same rows as a file. */
export function ChangeFilters({ q, kind, sku, run, since, until }: ChangeFiltersProps) {
  const t = useTranslations('admin-catalogue.changes')
  const ofAll = { q, kind, sku: sku === null ? null : String(sku), since, until }
  const filter = { ...ofAll, run }

  return (
    <FilterForm className="a-filters" action="/admin/catalogue">
      <input type="hidden" name="view" value="changes" />
      {run ? <input type="hidden" name="run" value={run} /> : null}
      {kind ? <input type="hidden" name="kind" value={kind} /> : null}
      <ListSearch key={q} text={q} label={t('search')} />
      <TextField id="sku" name="sku" label={t('sku')} inputMode="numeric" defaultValue={sku ?? ''} dir="ltr" />
      <TextField id="since" name="since" type="date" label={t('since')} defaultValue={since ?? ''} />
      <TextField id="until" name="until" type="date" label={t('until')} defaultValue={until ?? ''} />
      <Button type="submit">{t('apply')}</Button>
      <ButtonLink href={filterAddress('/api/admin/catalogue/changes', filter)} download>
        {t('export')}
      </ButtonLink>
      {run ? (
        <GoLink className="a-link" href={filterAddress('/admin/catalogue', { view: 'changes', ...ofAll })}>
          {t('ofAllPasses')}
        </GoLink>
      ) : null}
    </FilterForm>
  )
}
