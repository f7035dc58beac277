import { useTranslations } from 'next-intl'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { AUDIT_ACTS } from '#lib/core/rules/audit-acts.ts'
import type { AuditFilter } from '#lib/operations/rules/admin-audit.ts'
import { SETTING_SECTIONS } from '#lib/settings/rules/admin-settings.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'

/** Returns the address of the audit list with a filter in it. */
export function auditAddress(filter: Partial<AuditFilter>, base = '/admin/audit'): string {
  return filterAddress(base, filter)
}

type AuditFiltersProps = { filter: AuditFilter; people: { id: string; name: string }[] }

/** The filters live in the address. Without `people` there is nobody to choose: the own acts are all there is. */
export function AuditFilters({ filter, people }: AuditFiltersProps) {
  const t = useTranslations('admin-staff.audit')
  const admin = useTranslations('admin')
  const sections = useTranslations('admin-settings.section')
  const { after: _after, before: _before, ...said } = filter
  const isFiltered = Object.values(said).some((value) => value !== null)
  const acts = AUDIT_ACTS.map((act) => ({ act, name: knownWords(admin, 'act', act) })).sort((a, b) =>
    a.name.localeCompare(b.name),
  )

  return (
    <FilterForm className="a-filters" action="/admin/audit">
      {people.length > 0 ? (
        <ChoiceField
          name="actor"
          label={t('actor')}
          any={t('anyone')}
          value={filter.actor}
          options={people.map(({ id, name }) => [id, name])}
        />
      ) : null}
      <ChoiceField
        name="act"
        label={t('act')}
        any={t('any')}
        value={filter.act}
        options={acts.map(({ act, name }) => [act, name])}
      />
      <TextField
        id="subject"
        name="subject"
        label={t('subject')}
        placeholder={t('subjectHint')}
        defaultValue={filter.subject ?? ''}
        dir="ltr"
      />
      <ChoiceField
        name="section"
        label={t('section')}
        any={t('anySection')}
        value={filter.section}
        options={SETTING_SECTIONS.map((section) => [section, sections(section)])}
      />
      <TextField id="from" name="from" type="date" label={t('from')} defaultValue={filter.from ?? ''} />
      <TextField id="to" name="to" type="date" label={t('to')} defaultValue={filter.to ?? ''} />
      <Button type="submit">{t('apply')}</Button>
      {isFiltered ? (
        <GoLink className="btn" href={viewAddress('audit')}>
          {t('clear')}
        </GoLink>
      ) : null}
    </FilterForm>
  )
}
