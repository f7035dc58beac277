'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { Headline } from '#components/orders/headline.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { orderStatusQuery } from '#lib/orders/client/orders.ts'

const SLOW_MS = 10_000

type LiveOrderProps = {
  orderId: string
  /** The state that the page was rendered from. */
  version: string
  isSettled: boolean
  readAt: Date
  isWaiting: boolean
  status: Headline['status']
  /** What a reader who cannot see the page change is told of it. */
  news: string | null
}

/** Asks for the state of the order again and again, and has the page rendered anew when it changed. */
export function LiveOrder({ orderId, version, isSettled, readAt, isWaiting, status, news }: LiveOrderProps) {
  const t = useTranslations('order.live')
  const { refresh } = useRefresh()
  const isOnline = useOnline()
  const [openedAt] = useState(() => Date.now())
  const [firstStatus] = useState(status)
  const isSlow = useIsSlow(isWaiting)
  const { data } = useQuery({ ...orderStatusQuery(orderId, openedAt), enabled: !isSettled })
  const latest = data?.version

  // By the two states, not by whether they differ: while the page is rendered for one, the next may be there already.
  useEffect(() => {
    if (latest !== undefined && latest !== version) refresh()
  }, [latest, version, refresh])

  if (!isOnline) {
    return (
      <Notice tone="wait" icon="offline" role="status" className="no-print mb-4">
        {t.rich('offline', { at: () => <LocalTime at={readAt} show="time_zone" /> })}
      </Notice>
    )
  }

  return (
    <p className="small soft no-print" role="status">
      {isWaiting && isSlow ? t('slow') : null}
      {status === firstStatus ? null : <span className="sr-only">{news}</span>}
    </p>
  )
}

function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)

  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)

    return () => clearTimeout(timer)
  }, [isWaiting])

  return isSlow
}
