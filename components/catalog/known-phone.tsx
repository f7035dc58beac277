'use client'

import { useSyncExternalStore } from 'react'
import { fillText } from '#lib/core/i18n/plurals.ts'
import { keptPhone, readPhone, subscribePhone } from '#lib/esims/client/known-phone.ts'

/** `{phone}` and `{date}` stand in the sentences. */
export type KnownPhoneLabels = { yes: string; mostly: string; no: string; another: string; href: string; tag: string }

/** What the device check said about the reader's phone earlier on this device. Nothing where it was not asked. */
export function KnownPhone({ labels }: { labels: KnownPhoneLabels }) {
  const phone = readPhone(useSyncExternalStore(subscribePhone, keptPhone, () => ''))
  if (!phone) return null
  const format = new Intl.DateTimeFormat(labels.tag, { dateStyle: 'medium', timeZone: 'UTC' })
  // A name in Latin letters stays in its own order inside a sentence that runs from right to left.
  const values = { phone: `\u2068${phone.name}\u2069`, date: format.format(new Date(phone.checkedOn)) }

  return (
    <p className="small soft no-print mt-2">
      {fillText(labels[phone.answer], values)}{' '}
      <a className="text-link" href={labels.href}>
        {labels.another}
      </a>
    </p>
  )
}
