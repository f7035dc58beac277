'use client'

import { useTranslations } from 'next-intl'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { useSending } from '#components/ui/use-sending.ts'
import { call } from '#lib/core/client/request.ts'
import type { refreshMyEsimsCall } from '#lib/customers/schema.ts'

/** Asks the network about all the customer's eSIMs at once. */
export function RefreshAll() {
  const t = useTranslations('account.refresh')
  const { refresh } = useRefresh()
  const { run, isSending, answer, failure } = useSending(
    () => call<typeof refreshMyEsimsCall>('POST /api/account/refresh'),
    refresh,
  )

  return (
    <div className="actions mt-4 items-center">
      <OnlineButton disabled={isSending} onClick={() => run()}>
        {t('ask')}
      </OnlineButton>
      <span className="small soft" role="status">
        {t(isSending ? 'asking' : failure ? 'failed' : (answer?.outcome ?? 'hint'))}
      </span>
    </div>
  )
}
