'use client'

import { useTranslations } from 'next-intl'
import { Form } from '#components/ui/admin/form.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { mapCountry } from '#lib/orders/client/admin.ts'

/** Says which country a name means, by the two letters of ISO 3166. */
export function CountryForm({ name, proposal }: { name: string; proposal: string | null }) {
  const t = useTranslations('admin.countries')
  const map = useAction({
    send: ({ iso2 }: { iso2: string }) => mapCountry(name, iso2.toUpperCase()),
    tell: () => null,
  })

  return (
    <Form
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5"
      action={map}
      fields={[
        {
          kind: 'text',
          name: 'iso2',
          'aria-label': t('code', { name }),
          className: 'w-16 uppercase',
          defaultValue: proposal ?? '',
          pattern: '[A-Za-z]{2}',
          maxLength: 2,
          placeholder: 'XX',
        },
      ]}
      press={t('save')}
      tone="outline"
      isKept
    />
  )
}
