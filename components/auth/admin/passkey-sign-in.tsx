'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { signInWithPasskey } from '#lib/auth/client/sign-in.ts'
import { toFailure } from '#lib/core/client/ask.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

/** Signing in with a passkey alone. */
export function PasskeySignIn({ back }: { back: string }) {
  const t = useTranslations('sign-in')
  const isOnline = useOnline()
  const [problem, setProblem] = useState<string | null>(null)

  async function enter() {
    setProblem(null)
    try {
      const { to } = await signInWithPasskey()
      window.location.assign(to === 'staff' ? back : '/account')
    } catch (error) {
      const { code } = toFailure(error)
      const said = (['rate_limited', 'offline'] as const).find((known) => known === code)
      setProblem(said ? t(`failed.${said}`) : t('passkeyFailed'))
    }
  }

  return (
    <>
      {problem ? (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      ) : null}
      <Button wide disabled={!isOnline} aria-describedby="passkey-offline" onClick={enter}>
        {t('passkey')}
      </Button>
      <OfflineReason id="passkey-offline" />
    </>
  )
}
