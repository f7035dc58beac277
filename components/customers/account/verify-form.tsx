'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { signInByLinkCall } from '#lib/auth/schema.ts'
import { call, toFailure } from '#lib/core/client/request.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

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
      await call<typeof signInByLinkCall>('POST /api/account/sessions', { body: { token } })
      window.location.replace('/account')
    } catch (error) {
      const { code } = toFailure(error)
      setState((['gone', 'rate_limited', 'offline'] as const).find((known) => known === code) ?? 'internal')
    }
  }

  return (
    <div className="grid gap-4">
      {state === 'idle' || state === 'sending' ? null : (
        <Notice tone="bad" role="alert">
          {t(state)}
        </Notice>
      )}
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
