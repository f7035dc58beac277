import { useTranslations } from 'next-intl'
import { dayFields, type ListAt, ListFilters } from '#components/ui/admin/list-page.tsx'
import type { CustomerFilter } from '#lib/customers/rules/admin-customers.ts'

/** Which customers are meant. */
export function CustomerFilters({ list }: { list: ListAt<CustomerFilter> }) {
  const t = useTranslations('admin-customers')
  const tLabel = useTranslations('admin.label')
  const tFilter = useTranslations('admin.label')

  return (
    <ListFilters
      {...{ list, send: tFilter('filter'), clear: { label: tFilter('clear') } }}
      fields={[
        { name: 'buying', label: t('buying'), any: tLabel('anybody'), options: [['blocked', t('blocked')]] },
        ...dayFields(t('filter.from'), t('filter.to')),
      ]}
    />
  )
}
