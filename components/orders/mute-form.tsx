'use client'

import { useTranslations } from 'next-intl'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import { call } from '#lib/core/client/request.ts'
import type { muteRemindersCall } from '#lib/esims/schema.ts'

/** The press that switches the reminders of an order off. */
export function MuteForm({ token, number }: { token: string; number: string }) {
  const t = useTranslations('order.mute')
  const { run, isSending, isDone, failure } = useSending(() =>
    call<typeof muteRemindersCall>('DELETE /api/reminders/[token]', { params: { token } }),
  )

  if (isDone) {
    return (
      <Notice tone="good" role="status">
        {t('off', { number })}
      </Notice>
    )
  }

  return (
    <>
      <p>{t('ask', { number })}</p>
      <Problem>{failure && t('failed')}</Problem>
      <p>
        <OnlineButton tone="primary" disabled={isSending} onClick={() => run()}>
          {t('submit')}
        </OnlineButton>
      </p>
    </>
  )
}
