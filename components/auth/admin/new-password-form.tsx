'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { PasswordField } from '#components/auth/admin/password-field.tsx'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { acceptInvite, completeReset, signInByPassword } from '#lib/auth/client/sign-in.ts'
import { toFailure } from '#lib/core/client/ask.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

type NewPasswordFormProps = { token: string; purpose: 'invite' | 'reset' }
type Refusal = { field: 'name' | 'password' | null; text: string }

/** Sets the password of a link's bearer: somebody who joins, or who has forgotten it. */
export function NewPasswordForm({ token, purpose }: NewPasswordFormProps) {
  const t = useTranslations('sign-in')
  const isOnline = useOnline()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [state, setState] = useState<'idle' | 'sending' | 'done'>('idle')
  const errorOf = (field: Refusal['field']) => (refusal?.field === field ? refusal.text : null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const password = String(fields.get('password'))
    setState('sending')
    setRefusal(null)
    try {
      if (purpose === 'reset') {
        await completeReset(token, password)

        return setState('done')
      }
      const { email } = await acceptInvite({ token, name: String(fields.get('name')), password })
      await signInByPassword(email, password)
      window.location.assign('/admin')
    } catch (error) {
      setRefusal(refusalOf(error))
      setState('idle')
    }
  }

  function refusalOf(error: unknown): Refusal {
    const { code, details } = toFailure(error)
    if (code === 'gone') return { field: null, text: t(`${purpose}.gone`) }
    const fields = Array.isArray(details.fields) ? details.fields : []
    if (fields.includes('password')) return { field: 'password', text: t(`setup.problem.${problemOf(details.reason)}`) }
    if (fields.includes('name')) return { field: 'name', text: t('setup.problem.name') }
    const said = (['rate_limited', 'offline'] as const).find((known) => known === code) ?? 'internal'

    return { field: null, text: t(`setup.failed.${said}`) }
  }

  if (state === 'done') {
    return (
      <>
        <Notice tone="good" role="status">
          {t('reset.done')}
        </Notice>
        <ButtonLink href="/sign-in" tone="primary" wide>
          {t('setup.toSignIn')}
        </ButtonLink>
      </>
    )
  }

  return (
    <form className="door-form" method="post" onSubmit={submit}>
      {refusal && refusal.field === null ? (
        <Notice tone="bad" role="alert">
          {refusal.text}
        </Notice>
      ) : null}
      {purpose === 'invite' ? (
        <TextField
          id="name"
          name="name"
          label={t('setup.name')}
          hint={t('setup.nameHint')}
          error={errorOf('name')}
          autoComplete="name"
          maxLength={80}
          required
        />
      ) : null}
      <PasswordField
        label={t('password')}
        showLabel={t('show')}
        hint={t('setup.passwordHint')}
        error={errorOf('password')}
        autoComplete="new-password"
      />
      <Button
        type="submit"
        tone="primary"
        wide
        disabled={state === 'sending' || !isOnline}
        aria-describedby="new-password-offline"
      >
        {t(purpose === 'invite' ? 'invite.submit' : 'reset.set')}
      </Button>
      <OfflineReason id="new-password-offline" />
      <noscript>{t('noScript')}</noscript>
    </form>
  )
}

function problemOf(reason: unknown) {
  return (['too_long', 'common', 'personal'] as const).find((problem) => problem === reason) ?? 'too_short'
}
