'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { CheckField, TextField } from '#components/ui/field.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { acceptInvite, signInByPassword } from '#lib/auth/client/sign-in.ts'
import { changePassword } from '#lib/auth/client/staff.ts'
import type { completeResetCall } from '#lib/auth/schema.ts'
import { call, knownCode, type RequestFailure, toFailure } from '#lib/core/client/request.ts'

type PasswordFieldProps = {
  label: string
  showLabel: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  error?: string | null
}

/** A password that may be pasted, and looked at. */
export function PasswordField({ label, showLabel, autoComplete, hint, error }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)

  return (
    <div>
      <TextField
        id="password"
        name="password"
        type={isShown ? 'text' : 'password'}
        label={label}
        autoComplete={autoComplete}
        maxLength={1024}
        required
        {...(hint ? { hint } : {})}
        {...(error ? { error } : {})}
      />
      <CheckField checked={isShown} onChange={(event) => setShown(event.target.checked)}>
        {showLabel}
      </CheckField>
    </div>
  )
}

type Refusal = { field: 'current' | 'password' | null; text: string }

type PasswordFormProps = {
  /** Whether there is a password now, which is asked for. */
  hasOne: boolean
  label: string
  done: string
  save: (current: string, password: string) => Promise<void>
}

/** A first or another password for oneself. It asks for the current one, and ends every other session. */
export function PasswordForm({ hasOne, label, done, save }: PasswordFormProps) {
  const t = useTranslations('admin-staff.profile')
  const { refresh } = useRefresh()
  const [isShown, setShown] = useState(false)
  const [isSending, setSending] = useState(false)
  const [isDone, setDone] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const errorOf = (field: Refusal['field']) => (refusal?.field === field ? refusal.text : null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    setSending(true)
    setDone(false)
    setRefusal(null)
    try {
      await save(String(fields.get('current') ?? ''), String(fields.get('next')))
      form.reset()
      setDone(true)
      refresh()
    } catch (error) {
      setRefusal(refusalOf(toFailure(error)))
    }
    setSending(false)
  }

  function refusalOf({ code, details, waitMinutes: minutes }: RequestFailure): Refusal {
    if (details.reason === 'declined') return { field: null, text: '' }
    if (details.reason === 'wrong') return { field: 'current', text: t('failed.wrong') }
    if (code === 'bad_input') return { field: 'password', text: t(`failed.${passwordProblem(details.reason)}`) }
    const errorKey = knownCode(code, 'rate_limited', 'offline')

    return { field: null, text: t(`failed.${errorKey}`, { minutes }) }
  }

  return (
    <form className="grid gap-3 in-[.a-app]:p-3.5" onSubmit={submit}>
      <div role="status">
        {isDone ? <Notice tone="good">{done}</Notice> : null}
        {refusal && refusal.field === null && refusal.text ? <Notice tone="bad">{refusal.text}</Notice> : null}
      </div>
      {hasOne ? (
        <TextField
          id="current"
          name="current"
          type={isShown ? 'text' : 'password'}
          label={t('current')}
          error={errorOf('current')}
          autoComplete="current-password"
          maxLength={1024}
          required
        />
      ) : null}
      <TextField
        id="next"
        name="next"
        type={isShown ? 'text' : 'password'}
        label={t('new')}
        hint={t('newHint')}
        error={errorOf('password')}
        autoComplete="new-password"
        maxLength={1024}
        required
      />
      <CheckField checked={isShown} onChange={(event) => setShown(event.target.checked)}>
        {t('show')}
      </CheckField>
      <p>
        <OnlineButton type="submit" disabled={isSending}>
          {label}
        </OnlineButton>
      </p>
    </form>
  )
}

/** What is wrong with a password that was refused. */
export function passwordProblem(reason: unknown) {
  return (['too_long', 'common', 'personal'] as const).find((problem) => problem === reason) ?? 'too_short'
}

/** Another password for a member of staff, who always has one. */
export function OwnPassword() {
  const t = useTranslations('admin-staff.profile')

  return <PasswordForm hasOne label={t('changePassword')} done={t('changed')} save={changePassword} />
}

type NewPasswordRefusal = { field: 'name' | 'password' | null; text: string }

/** Sets the password of a link's bearer: somebody who joins, or who has forgotten it. */
export function NewPasswordForm({ token, purpose }: { token: string; purpose: 'invite' | 'reset' }) {
  const t = useTranslations('sign-in')
  const [refusal, setRefusal] = useState<NewPasswordRefusal | null>(null)
  const [state, setState] = useState<'idle' | 'sending' | 'done'>('idle')
  const errorOf = (field: NewPasswordRefusal['field']) => (refusal?.field === field ? refusal.text : null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const password = String(fields.get('password'))
    setState('sending')
    setRefusal(null)
    try {
      if (purpose === 'reset') {
        await call<typeof completeResetCall>('POST /api/sign-in/reset/complete', { body: { token, password } })

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

  function refusalOf(error: unknown): NewPasswordRefusal {
    const { code, details } = toFailure(error)
    if (code === 'gone') return { field: null, text: t(`${purpose}.gone`) }
    const fields = Array.isArray(details.fields) ? details.fields : []
    if (fields.includes('password'))
      return { field: 'password', text: t(`setup.problem.${passwordProblem(details.reason)}`) }
    if (fields.includes('name')) return { field: 'name', text: t('setup.problem.name') }
    const errorKey = knownCode(code, 'rate_limited', 'offline')

    return { field: null, text: t(`setup.failed.${errorKey}`) }
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
    <form className="grid gap-4" method="post" onSubmit={submit}>
      <Problem>{refusal && refusal.field === null ? refusal.text : null}</Problem>
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
      <OnlineButton type="submit" tone="primary" wide disabled={state === 'sending'}>
        {t(purpose === 'invite' ? 'invite.submit' : 'reset.set')}
      </OnlineButton>
      <noscript>{t('noScript')}</noscript>
    </form>
  )
}
