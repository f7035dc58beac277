'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { refreshAll } from '#lib/customers/client/account.ts'

type State = 'idle' | 'asking' | 'read' | 'no_answer' | 'too_soon' | 'failed'

/** Asks the network about all the customer's eSIMs at once. */
export function RefreshAll() {
  const t = useTranslations('account.refresh')
  const { refresh } = useRefresh()
  const [state, setState] = useState<State>('idle')

  async function press() {
    setState('asking')
    try {
      setState((await refreshAll()).outcome)
      refresh()
    } catch {
      setState('failed')
    }
  }

  return (
    <div className="actions mt-4 items-center">
      <OnlineButton disabled={state === 'asking'} onClick={press}>
        {t('ask')}
      </OnlineButton>
      <span className="small soft" role="status">
        {state === 'idle' ? t('hint') : t(state)}
      </span>
    </div>
  )
}
