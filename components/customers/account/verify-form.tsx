'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { Problem } from '#components/ui/notice.tsx'
import { toFailure } from '#lib/core/client/request.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { signInByLink } from '#lib/customers/client/account.ts'

type State = 'idle' | 'sending' | 'gone' | 'rate_limited' | 'offline' | 'internal'

/** The press that signs in: a link that is only looked at by a mail scanner must not be used up. */
export function VerifyForm({ token }: { token: string }) {
  const t = useTranslations('sign-in.verify')
  const tSignIn = useTranslations('sign-in')
  const isOnline = useOnline()
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
      <Button
        tone="primary"
        wide
        disabled={state === 'sending' || !isOnline}
        aria-describedby="verify-offline"
        onClick={press}
      >
        {tSignIn('submit')}
      </Button>
      <OfflineReason id="verify-offline" />
      <noscript>{tSignIn('noScript')}</noscript>
    </div>
  )
}
