import { useTranslations } from 'next-intl'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { dayFields, type ListAt, ListFilters } from '#components/ui/admin/list-page.tsx'
import { AUDIT_EVENTS } from '#lib/core/rules/audit-events.ts'
import type { AuditFilter } from '#lib/operations/rules/admin-audit.ts'
import { SETTING_SECTIONS } from '#lib/settings/rules/settings.ts'

/** Which acts are meant. Without `people` there is nobody to choose: the own acts are all there is. */
export function AuditFilters({ list, people }: { list: ListAt<AuditFilter>; people: { id: string; name: string }[] }) {
  const t = useTranslations('admin-staff.audit')
  const admin = useTranslations('admin')
  const tSection = useTranslations('admin-settings.section')
  const actors = people.map(({ id, name }) => [id, name] as const)
  const events = AUDIT_EVENTS.map((action) => [action, knownLabel(admin, 'act', action)] as const)
  const sections = SETTING_SECTIONS.map((section) => [section, tSection(section)] as const)

  return (
    <ListFilters
      {...{ list, send: admin('label.filter'), clear: { label: admin('label.clear') } }}
      fields={[
        ...(actors.length > 0
          ? [{ name: 'actor' as const, label: t('actor'), any: t('anyone'), options: actors }]
          : []),
        {
          ...{ name: 'act', label: t('act'), any: t('any') },
          options: events.sort(([, a], [, b]) => a.localeCompare(b)),
        },
        { name: 'subject', label: t('subject'), placeholder: t('subjectHint'), dir: 'ltr' },
        { name: 'section', label: admin('area.settings'), any: t('anySection'), options: sections },
        ...dayFields(admin('label.from'), admin('label.to')),
      ]}
    />
  )
}
