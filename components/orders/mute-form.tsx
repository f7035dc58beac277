'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { call } from '#lib/core/client/request.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import type { muteRemindersCall } from '#lib/esims/schema.ts'

/** The press that switches the reminders of an order off. */
export function MuteForm({ token, number }: { token: string; number: string }) {
  const t = useTranslations('order.mute')
  const isOnline = useOnline()
  const [state, setState] = useState<'idle' | 'sending' | 'off' | 'failed'>('idle')

  async function press() {
    setState('sending')
    try {
      await call<typeof muteRemindersCall>('DELETE /api/reminders/[token]', { params: { token } })
      setState('off')
    } catch {
      setState('failed')
    }
  }

  if (state === 'off') {
    return (
      <Notice tone="good" role="status">
        {t('off', { number })}
      </Notice>
    )
  }

  return (
    <>
      <p>{t('ask', { number })}</p>
      {state === 'failed' ? (
        <Notice tone="bad" role="alert">
          {t('failed')}
        </Notice>
      ) : null}
      <p>
        <Button
          tone="primary"
          disabled={state === 'sending' || !isOnline}
          aria-describedby="mute-offline"
          onClick={press}
        >
          {t('submit')}
        </Button>
        <OfflineReason id="mute-offline" />
      </p>
    </>
  )
}
