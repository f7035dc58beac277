'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { signOut } from '#lib/client/account.ts'

/** Signs out in this browser. */
export function SignOut() {
  const t = useTranslations('account')
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
      <button type="button" className="text-link" disabled={state === 'leaving'} onClick={leave}>
        {t('signOut')}
      </button>
      <span role="status">{state === 'failed' ? t('failed') : null}</span>
    </>
  )
}
