'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { refreshAll } from '#lib/client/account.ts'

type State = 'idle' | 'asking' | 'read' | 'no_answer' | 'too_soon' | 'failed'

/** Asks the network about all the customer's eSIMs at once. */
export function RefreshAll() {
  const t = useTranslations('account.refresh')
  const router = useRouter()
  const [state, setState] = useState<State>('idle')

  async function press() {
    setState('asking')
    try {
      setState((await refreshAll()).outcome)
      router.refresh()
    } catch {
      setState('failed')
    }
  }

  return (
    <div className="actions account-refresh">
      <Button disabled={state === 'asking'} onClick={press}>
        {t('ask')}
      </Button>
      <span className="small soft" role="status">
        {state === 'idle' ? t('hint') : t(state)}
      </span>
    </div>
  )
}
