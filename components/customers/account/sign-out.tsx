'use client'

import { useTranslations } from 'next-intl'
import { OfflineReason } from '#components/orders/online-button.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import type { signOutCustomerCall } from '#lib/auth/schema.ts'
import { call } from '#lib/core/client/request.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

/** Signs out in this browser. */
export function SignOut() {
  const t = useTranslations('account')
  const isOnline = useOnline()
  const { run, isSending, isDone, failure } = useSending(
    () => call<typeof signOutCustomerCall>('DELETE /api/account/session'),
    () => window.location.assign('/sign-in?left=1'),
  )

  return (
    <>
      <button
        type="button"
        className="text-link"
        disabled={isSending || isDone || !isOnline}
        aria-describedby="sign-out-offline"
        onClick={() => run()}
      >
        {t('signOut')}
      </button>
      <OfflineReason id="sign-out-offline" />
      <span role="status">{failure && t('failed')}</span>
    </>
  )
}
