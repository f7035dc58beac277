'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { requestReset } from '#lib/auth/client/sign-in.ts'
import { toFailure } from '#lib/core/client/request.ts'

type State = 'idle' | 'sending' | 'sent' | 'rate_limited' | 'offline' | 'internal'

/** Asks for a mail with a link for a new password. What it answers tells nobody who works here. */
export function ResetForm() {
  const t = useTranslations('sign-in')
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
      <OnlineButton type="submit" tone="primary" wide disabled={state === 'sending'}>
        {t('reset.submit')}
      </OnlineButton>
    </form>
  )
}
