'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Problem } from '#components/ui/notice.tsx'
import { toFailure } from '#lib/core/client/request.ts'
import { signInByLink } from '#lib/customers/client/account.ts'

type State = 'idle' | 'sending' | 'gone' | 'rate_limited' | 'offline' | 'internal'

/** The press that signs in: a link that is only looked at by a mail scanner must not be used up. */
export function VerifyForm({ token }: { token: string }) {
  const t = useTranslations('sign-in.verify')
  const tSignIn = useTranslations('sign-in')
  const [state, setState] = useState<State>('idle')

  async function press() {
    setState('sending')
    try {
      await signInByLink(token)
      window.location.replace('/account')
    } catch (error) {
      const { code } = toFailure(error)
      setState((['gone', 'rate_limited', 'offline'] as const).find((known) => known === code) ?? 'internal')
    }
  }

  return (
    <div className="grid gap-4">
      <Problem>{state === 'idle' || state === 'sending' ? null : t(state)}</Problem>
      <OnlineButton tone="primary" wide disabled={state === 'sending'} onClick={press}>
        {tSignIn('submit')}
      </OnlineButton>
      <noscript>{tSignIn('noScript')}</noscript>
    </div>
  )
}
