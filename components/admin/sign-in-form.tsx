'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { PasswordField } from '#components/admin/password-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { signIn } from '#lib/client/admin-session.ts'
import { toFailure } from '#lib/client/ask.ts'

const SAID = ['rate_limited', 'offline'] as const
type Problem = 'refused' | 'internal' | (typeof SAID)[number]

export function SignInForm({ back }: { back: string }) {
  const t = useTranslations('sign-in')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const notice = useRef<HTMLDivElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setSending(true)
    setProblem(null)
    const failed = await tryIn(String(form.get('email')), String(form.get('password')))
    if (failed === null) return window.location.assign(back)
    setSending(false)
    setProblem(failed)
    requestAnimationFrame(() => notice.current?.focus())
  }

  return (
    <form className="door-form" method="post" onSubmit={submit}>
      {problem ? (
        <Notice tone="bad" role="alert" tabIndex={-1} ref={notice}>
          {t(`failed.${problem}`)}
        </Notice>
      ) : null}
      <TextField id="email" name="email" type="email" label={t('email')} autoComplete="username" required autoFocus />
      <PasswordField label={t('password')} showLabel={t('show')} autoComplete="current-password" />
      <Button type="submit" tone="primary" wide disabled={isSending}>
        {isSending ? t('sending') : t('submit')}
      </Button>
      <noscript>{t('noScript')}</noscript>
    </form>
  )
}

async function tryIn(email: string, password: string): Promise<Problem | null> {
  try {
    return (await signIn(email, password)) ? null : 'refused'
  } catch (error) {
    const { code } = toFailure(error)

    return SAID.find((said) => said === code) ?? 'internal'
  }
}
