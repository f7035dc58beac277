'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { requestReset } from '#lib/auth/client/sign-in.ts'
import { toFailure } from '#lib/core/client/request.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

type State = 'idle' | 'sending' | 'sent' | 'rate_limited' | 'offline' | 'internal'

/** Asks for a mail with a link for a new password. What it answers tells nobody who works here. */
export function ResetForm() {
  const t = useTranslations('sign-in')
  const isOnline = useOnline()
  const [state, setState] = useState<State>('idle')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setState('sending')
    try {
      await requestReset(email)
      setState('sent')
    } catch (error) {
      const { code } = toFailure(error)
      setState((['rate_limited', 'offline'] as const).find((known) => known === code) ?? 'internal')
    }
  }

  if (state === 'sent') {
    return (
      <Notice tone="good" role="status">
        {t('reset.sent')}
      </Notice>
    )
  }

  return (
    <form className="grid gap-4" method="post" onSubmit={submit}>
      <Problem>{state === 'idle' || state === 'sending' ? null : t(`failed.${state}`)}</Problem>
      <TextField id="email" name="email" type="email" label={t('email')} autoComplete="username" required autoFocus />
      <Button
        type="submit"
        tone="primary"
        wide
        disabled={state === 'sending' || !isOnline}
        aria-describedby="reset-offline"
      >
        {t('reset.submit')}
      </Button>
      <OfflineReason id="reset-offline" />
    </form>
  )
}
