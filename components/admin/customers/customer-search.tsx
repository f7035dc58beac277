import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'

/** Looks customers up by an address, its beginning, or the beginning of a name. */
export function CustomerSearch({ text }: { text: string }) {
  const t = useTranslations('admin-customers')

  return (
    <form className="a-filters" action="/admin/customers">
      <TextField id="q" name="q" type="search" label={t('search')} defaultValue={text} />
      <Button type="submit">{t('find')}</Button>
    </form>
  )
}
