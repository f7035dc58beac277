'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { muteReminders } from '#lib/orders/client/orders.ts'

/** The press that switches the reminders of an order off. */
export function MuteForm({ token, number }: { token: string; number: string }) {
  const t = useTranslations('order.mute')
  const [state, setState] = useState<'idle' | 'sending' | 'off' | 'failed'>('idle')

  async function press() {
    setState('sending')
    try {
      await muteReminders(token)
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
      <Problem>{state === 'failed' ? t('failed') : null}</Problem>
      <p>
        <OnlineButton tone="primary" disabled={state === 'sending'} onClick={press}>
          {t('submit')}
        </OnlineButton>
      </p>
    </>
  )
}
