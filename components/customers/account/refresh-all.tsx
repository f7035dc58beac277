'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { call } from '#lib/core/client/request.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import type { refreshMyEsimsCall } from '#lib/customers/schema.ts'

type State = 'idle' | 'asking' | 'read' | 'no_answer' | 'too_soon' | 'failed'

/** Asks the network about all the customer's eSIMs at once. */
export function RefreshAll() {
  const t = useTranslations('account.refresh')
  const { refresh } = useRefresh()
  const isOnline = useOnline()
  const [state, setState] = useState<State>('idle')

  async function press() {
    setState('asking')
    try {
      setState((await call<typeof refreshMyEsimsCall>('POST /api/account/refresh')).outcome)
      refresh()
    } catch {
      setState('failed')
    }
  }

  return (
    <div className="actions mt-4 items-center">
      <Button disabled={state === 'asking' || !isOnline} aria-describedby="refresh-offline" onClick={press}>
        {t('ask')}
      </Button>
      <OfflineReason id="refresh-offline" />
      <span className="small soft" role="status">
        {state === 'idle' ? t('hint') : t(state)}
      </span>
    </div>
  )
}
