'use client'

import { useTranslations } from 'next-intl'
import { Icon } from '#components/ui/icon.tsx'

export const SEARCH_FIELD = 'admin-search'

/** One box for every number and address. It is a plain form: an exact hit opens at once. */
export function SearchBox() {
  const t = useTranslations('admin.search')

  return (
    <search className="a-find">
      <form action="/admin/orders">
        <Icon name="search" />
        <input
          id={SEARCH_FIELD}
          type="search"
          name="q"
          aria-label={t('label')}
          placeholder={t('label')}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          required
        />
        <kbd className="a-kbd">/</kbd>
      </form>
    </search>
  )
}
