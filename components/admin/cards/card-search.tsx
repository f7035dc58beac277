import { useTranslations } from 'next-intl'
import { FilterForm } from '#components/admin/filter-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'

/** One field for a whole card number or its end. A plain form: the address says what was searched. */
export function CardSearch({ text }: { text: string }) {
  const t = useTranslations('admin-desk.cards')

  return (
    <search>
      <FilterForm action="/admin/cards" className="a-filters">
        <TextField
          id="card-search"
          name="q"
          type="search"
          label={t('search')}
          defaultValue={text}
          maxLength={40}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          required
        />
        <Button type="submit">{t('find')}</Button>
      </FilterForm>
    </search>
  )
}
