'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import type { requestResetCall } from '#lib/auth/schema.ts'
import { call, knownCode } from '#lib/core/client/request.ts'

/** Asks for a mail with a link for a new password. What it answers tells nobody who works here. */
export function ResetForm() {
  const t = useTranslations('sign-in')
  const { run, isSending, isDone, failure } = useSending((email: string) =>
    call<typeof requestResetCall>('POST /api/sign-in/reset', { body: { email } }),
  )

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(String(new FormData(event.currentTarget).get('email')))
  }

  if (isDone) {
    return (
      <Notice tone="good" role="status">
        {t('reset.sent')}
      </Notice>
    )
  }

  return (
    <form className="grid gap-4" method="post" onSubmit={submit}>
      <Problem>{failure && t(`failed.${knownCode(failure.code, 'rate_limited', 'offline')}`)}</Problem>
      <TextField id="email" name="email" type="email" label={t('email')} autoComplete="username" required autoFocus />
      <OnlineButton type="submit" tone="primary" wide disabled={isSending}>
        {t('reset.submit')}
      </OnlineButton>
    </form>
  )
}
