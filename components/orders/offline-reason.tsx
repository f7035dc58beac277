'use client'

import { useTranslations } from 'next-intl'
import { useOnline } from '#lib/core/client/use-online.ts'

/** Why a button waits: there is no connection. Nothing while there is one. */
export function OfflineReason({ id }: { id: string }) {
  const t = useTranslations('order.lost')

  return (
    <span id={id} className="small soft block empty:hidden" role="status">
      {useOnline() ? null : t('offline')}
    </span>
  )
}
