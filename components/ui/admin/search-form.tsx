import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'

type SearchFormProps = Omit<ComponentProps<typeof TextField>, 'children' | 'name' | 'type' | 'defaultValue'> & {
  action: string
  /** What was searched for. */
  text: string
  /** The word on the button. */
  send: string
  /** What the address keeps saying. */
  kept?: Record<string, string | null>
  /** Where the list is whole again. */
  all?: string
}

/** One field to look something up in a list. A plain form: the address says what was searched. */
export function SearchForm({ action, text, send, kept = {}, all, ...field }: SearchFormProps) {
  const t = useTranslations('admin-bulk.search')
  const said = Object.entries(kept).filter(([, value]) => value)

  return (
    <search>
      <FilterForm action={action} className="a-filters">
        {said.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value ?? ''} />
        ))}
        <TextField
          {...{ name: 'q', type: 'search', defaultValue: text, autoComplete: 'off', spellCheck: false }}
          {...field}
        />
        <Button type="submit">{send}</Button>
        {all === undefined || text === '' ? null : (
          <GoLink className="btn" href={all}>
            {t('all')}
          </GoLink>
        )}
      </FilterForm>
    </search>
  )
}
