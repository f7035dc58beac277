'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { CheckField, TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

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
  const router = useRouter()
  const isOnline = useOnline()
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
      router.refresh()
    } catch (error) {
      setRefusal(refusalOf(toFailure(error)))
    }
    setSending(false)
  }

  function refusalOf({ code, details }: RequestFailure): Refusal {
    if (details.reason === 'declined') return { field: null, text: '' }
    if (details.reason === 'wrong') return { field: 'current', text: t('failed.wrong') }
    if (code === 'bad_input') return { field: 'password', text: t(`failed.${problemOf(details.reason)}`) }
    const said = (['rate_limited', 'offline'] as const).find((known) => known === code) ?? 'internal'

    return { field: null, text: t(`failed.${said}`) }
  }

  return (
    <form className="a-pb a-pb-stack" onSubmit={submit}>
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
        <Button type="submit" disabled={isSending || !isOnline} aria-describedby="password-offline">
          {label}
        </Button>
        <OfflineReason id="password-offline" />
      </p>
    </form>
  )
}

function problemOf(reason: unknown) {
  return (['too_long', 'common', 'personal'] as const).find((problem) => problem === reason) ?? 'too_short'
}
