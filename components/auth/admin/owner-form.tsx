'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { PasswordField, passwordProblem } from '#components/auth/admin/password-form.tsx'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { OwnerBody } from '#lib/auth/client/admin-session.ts'
import { signInByPassword } from '#lib/auth/client/sign-in.ts'
import type { setUpOwnerCall } from '#lib/auth/schema.ts'
import { call, knownCode, toFailure } from '#lib/core/client/request.ts'

type Refusal = { field: 'name' | 'email' | 'password' | null; text: string }

export function OwnerForm({ token }: { token: string }) {
  const t = useTranslations('sign-in.setup')
  const tSignIn = useTranslations('sign-in')
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  const errorOf = (field: Refusal['field']) => (refusal?.field === field ? refusal.text : null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const read = (name: string) => String(fields.get(name))
    setSending(true)
    setRefusal(null)
    const refused = await become({ token, name: read('name'), email: read('email'), password: read('password') })
    if (refused === null) return window.location.assign('/admin')
    setSending(false)
    setRefusal(refused)
    requestAnimationFrame(() => (refused.field ? focusField(form, refused.field) : notice.current?.focus()))
  }

  async function become(input: OwnerBody): Promise<Refusal | null> {
    try {
      await call<typeof setUpOwnerCall>('POST /api/setup', { body: input })
      await signInByPassword(input.email, input.password)

      return null
    } catch (error) {
      const { code, details } = toFailure(error)
      if (code === 'gone') return { field: null, text: t(`state.${stateOf(details.reason)}`) }
      if (code !== 'bad_input') return { field: null, text: t(`failed.${knownCode(code, 'rate_limited', 'offline')}`) }
      const [field] = (['name', 'email', 'password'] as const).filter((name) => isNamed(details.fields, name))
      if (field === undefined) return { field: null, text: t('failed.internal') }

      return { field, text: t(`problem.${field === 'password' ? passwordProblem(details.reason) : field}`) }
    }
  }

  return (
    <form className="grid gap-4" method="post" onSubmit={submit}>
      {refusal && refusal.field === null ? (
        <Notice tone="bad" role="alert" tabIndex={-1} ref={notice}>
          {refusal.text}
        </Notice>
      ) : null}
      <TextField
        id="name"
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        error={errorOf('name')}
        autoComplete="name"
        maxLength={80}
        required
      />
      <TextField
        id="email"
        name="email"
        type="email"
        label={tSignIn('email')}
        error={errorOf('email')}
        autoComplete="username"
        required
      />
      <PasswordField
        label={tSignIn('password')}
        showLabel={tSignIn('show')}
        hint={t('passwordHint')}
        error={errorOf('password')}
        autoComplete="new-password"
      />
      <OnlineButton type="submit" tone="primary" wide disabled={isSending}>
        {isSending ? t('sending') : t('submit')}
      </OnlineButton>
      <noscript>{tSignIn('noScript')}</noscript>
    </form>
  )
}

function focusField(form: HTMLFormElement, field: string): void {
  form.querySelector<HTMLInputElement>(`#${field}`)?.focus()
}

function isNamed(fields: unknown, name: string): boolean {
  return Array.isArray(fields) && fields.includes(name)
}

function stateOf(reason: unknown) {
  return (['used', 'expired'] as const).find((state) => state === reason) ?? 'unknown'
}
