'use client'

import { useLinkStatus } from 'next/link'
import { useTranslations } from 'next-intl'
import { useFormStatus } from 'react-dom'

/** Says, while a pressed link is on its way, that the rows on the page are those from before. */
export function LinkPending() {
  return useLinkStatus().pending ? <PendingIndicator /> : null
}

/** The same for a filter that was sent. */
export function FormPending() {
  return useFormStatus().pending ? <PendingIndicator /> : null
}

/** The style sheet dims what is on the page as long as this stands in it. */
export function PendingIndicator() {
  const t = useTranslations('admin')

  return (
    <span className="a-going sr-only" role="status">
      {t('going')}
    </span>
  )
}
