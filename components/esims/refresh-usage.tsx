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
  const { run, isSending, answer, failure, clear } = useSending(() => refreshEsim(esimId), refresh)
  const outcome = failure ? 'failed' : answer?.outcome

  useEffect(() => {
    setIsWaiting(waitMs > 0)
    if (waitMs <= 0) return
    const timer = setTimeout(() => {
      setIsWaiting(false)
      clear()
    }, waitMs)

    return () => clearTimeout(timer)
  }, [waitMs, clear])

  const minutes = Math.max(1, Math.ceil(waitMs / MINUTE_MS))
  const isOff = isWaiting || isSending || !isOnline

  return (
    <div className="actions mt-auto items-center pt-4">
      {/* The button keeps the focus while it waits. */}
      <Button
        size="small"
        aria-disabled={isOff || undefined}
        onClick={() => {
          if (!isOff) void run()
        }}
      >
        {t(isSending ? 'asking' : 'ask')}
      </Button>
      <span className="small soft" role="status">
        {isOnline ? null : t('offline')}
        {isOnline && outcome ? <span>{t(`outcome.${outcome}`)} </span> : null}
        {isOnline && isWaiting ? <span>{t('wait', { minutes })}</span> : null}
      </span>
    </div>
  )
}
