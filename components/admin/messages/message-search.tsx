import { useTranslations } from 'next-intl'
import { filterAddress } from '#components/admin/filter-address.ts'
import { FilterForm } from '#components/admin/filter-form.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { MessageFilter } from '#lib/domain/admin-messages.ts'

/** Returns the address of the list of messages with a filter in it. */
export function messageAddress(filter: Partial<MessageFilter>, base = '/admin/messages'): string {
  return filterAddress(base, filter)
}

/** One field for who wrote, an order or a message. A plain form: the address says what was searched. */
export function MessageSearch({ filter: { q, closed } }: { filter: MessageFilter }) {
  const t = useTranslations('admin-messages')

  return (
    <search>
      <FilterForm action="/admin/messages" className="a-filters">
        {closed ? <input type="hidden" name="closed" value={closed} /> : null}
        <TextField
          id="message-search"
          name="q"
          type="search"
          label={t('search')}
          defaultValue={q}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
        <Button type="submit">{t('find')}</Button>
        {q === '' ? null : (
          <GoLink className="btn" href={messageAddress({ closed })}>
            {t('showAll')}
          </GoLink>
        )}
      </FilterForm>
    </search>
  )
}
