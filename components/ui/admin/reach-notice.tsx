'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { lastHeardAt, readReach, watchReach } from '#lib/core/client/reach.ts'

/** Says above everything that the store does not answer, or that one is signed out: nothing can be sent, nothing is lost. */
export function ReachNotice() {
  const t = useTranslations('admin.reach')
  const reach = useSyncExternalStore(watchReach, readReach, () => 'good' as const)

  if (reach === 'good') return null

  return (
    <Notice id="reach" tone="bad" role="alert" className="mb-4">
      {t.rich(reach, { at: () => <LocalTime at={new Date(lastHeardAt())} show="time_zone" /> })}{' '}
      {reach === 'signed_out' ? (
        <a className="a-link" href="/sign-in?callbackUrl=/admin" target="_blank" rel="noreferrer">
          {t('signIn')}
        </a>
      ) : null}
    </Notice>
  )
}
