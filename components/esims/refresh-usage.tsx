'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { useSending } from '#components/ui/use-sending.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { refreshEsim } from '#lib/esims/client/esims.ts'

const MINUTE_MS = 60_000

/** Asks the network once more, or says when that is possible again. */
export function RefreshUsage({ esimId, waitMs }: { esimId: string; waitMs: number }) {
  const t = useTranslations('usage.refresh')
  const { refresh } = useRefresh()
  const isOnline = useOnline()
  const [isWaiting, setIsWaiting] = useState(waitMs > 0)
  const { run, isSending, answer, failure } = useSending(() => refreshEsim(esimId), refresh)
  const outcome = failure ? 'failed' : answer?.outcome

  useEffect(() => {
    if (waitMs <= 0) return
    const timer = setTimeout(() => setIsWaiting(false), waitMs)

    return () => clearTimeout(timer)
  }, [waitMs])

  const minutes = Math.max(1, Math.ceil(waitMs / MINUTE_MS))

  return (
    <div className="actions mt-auto items-center pt-4">
      <Button size="small" disabled={isWaiting || isSending || !isOnline} onClick={() => run()}>
        {t(isSending ? 'asking' : 'ask')}
      </Button>
      <span className="small soft" role="status">
        {isOnline ? (isWaiting ? t('wait', { minutes }) : outcome ? t(`outcome.${outcome}`) : null) : t('offline')}
      </span>
    </div>
  )
}
