import { useTranslations } from 'next-intl'
import { FilterForm } from '#components/admin/filter-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'

/** Opens the cards of an order at the desk, by any number that an order is found by. */
export function OrderBox({ text }: { text: string }) {
  const t = useTranslations('admin-desk.desk')

  return (
    <search>
      <FilterForm action="/admin/cancellations" className="a-filters">
        <TextField
          id="desk-order"
          name="q"
          type="search"
          label={t('find')}
          defaultValue={text}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          required
        />
        <Button type="submit">{t('open')}</Button>
      </FilterForm>
    </search>
  )
}
