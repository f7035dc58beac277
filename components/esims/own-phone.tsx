'use client'

import { useLocale, useTranslations } from 'next-intl'
import { KnownPhone } from '#components/catalog/known-phone.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

/** What the device check said about the reader's phone, on the pages of an order. */
export function OwnPhone() {
  const t = useTranslations('card.phone')
  const locale = toLocale(useLocale())
  const raw = (key: 'yes' | 'mostly' | 'no') => t.raw(key) as string

  return (
    <KnownPhone
      labels={{
        yes: raw('yes'),
        mostly: raw('mostly'),
        no: raw('no'),
        another: t('another'),
        href: localePath(locale, '/compatibility'),
        tag: intlTag(locale),
      }}
    />
  )
}
