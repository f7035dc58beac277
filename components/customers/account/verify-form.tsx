'use client'

import { useTranslations } from 'next-intl'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Problem } from '#components/ui/notice.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import type { signInByLinkCall } from '#lib/auth/schema.ts'
import { call, knownCode } from '#lib/core/client/request.ts'

/** The press that signs in: a link that is only looked at by a mail scanner must not be used up. */
export function VerifyForm({ token }: { token: string }) {
  const t = useTranslations('sign-in.verify')
  const tSignIn = useTranslations('sign-in')
  const { run, isSending, isDone, failure } = useSending(
    () => call<typeof signInByLinkCall>('POST /api/account/sessions', { body: { token } }),
    () => window.location.replace('/account'),
  )

  return (
    <div className="grid gap-4">
      <Problem>{failure && t(knownCode(failure.code, 'gone', 'rate_limited', 'offline'))}</Problem>
      <OnlineButton tone="primary" wide disabled={isSending || isDone} onClick={() => run()}>
        {tSignIn('submit')}
      </OnlineButton>
      <noscript>{tSignIn('noScript')}</noscript>
    </div>
  )
}
