'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OfflineReason } from '#components/orders/online-button.tsx'
import { useOnline } from '#lib/core/client/use-online.ts'
import { signOut } from '#lib/customers/client/account.ts'

/** Signs out in this browser. */
export function SignOut() {
  const t = useTranslations('account')
  const isOnline = useOnline()
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle')

  async function leave() {
    setState('leaving')
    try {
      await signOut()
      window.location.assign('/sign-in?left=1')
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <button
        type="button"
        className="text-link"
        disabled={state === 'leaving' || !isOnline}
        aria-describedby="sign-out-offline"
        onClick={leave}
      >
        {t('signOut')}
      </button>
      <OfflineReason id="sign-out-offline" />
      <span role="status">{state === 'failed' ? t('failed') : null}</span>
    </>
  )
}
