'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { PasswordForm } from '#components/auth/admin/password-form.tsx'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { useSending } from '#components/ui/use-sending.ts'
import type { endCustomerSessionCall, endCustomerSessionsCall } from '#lib/auth/schema.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { call } from '#lib/core/client/request.ts'
import { removePassword, setPassword } from '#lib/customers/client/account.ts'

/** The password of a customer, which nobody needs: a first one, another one, or none again. */
export function PasswordPanel({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const t = useTranslations('account.password')
  const { withProof, dialog } = useProof('account', email)

  async function save(current: string, password: string) {
    await withProof(() => setPassword(current, password))
  }

  return (
    <Panel className="stack" aria-labelledby="password-title">
      <h2 id="password-title">{t('title')}</h2>
      <p className="soft">{t(hasPassword ? 'has' : 'none')}</p>
      {dialog}
      <PasswordForm hasOne={hasPassword} label={t(hasPassword ? 'change' : 'set')} done={t('done')} save={save} />
      {hasPassword ? <RemovePassword /> : null}
    </Panel>
  )
}

/** Takes the password away, which is typed once more. */
function RemovePassword() {
  const t = useTranslations('account.password')
  const tAccount = useTranslations('account')
  const { refresh } = useRefresh()
  const { run, isSending, isDone, failure } = useSending(removePassword, refresh)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(String(new FormData(event.currentTarget).get('removed')))
  }

  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center text-ink-soft underline">{t('remove')}</summary>
      <form className="stack" method="post" onSubmit={submit}>
        <p className="soft">{t('removeText')}</p>
        <TextField
          id="removed"
          name="removed"
          type="password"
          label={t('current')}
          error={failure && tAccount(failure.details.reason === 'wrong' ? 'password.wrong' : 'failed')}
          autoComplete="current-password"
          maxLength={1024}
          required
        />
        <p>
          <OnlineButton type="submit" disabled={isSending || isDone}>
            {t('remove')}
          </OnlineButton>
        </p>
      </form>
    </details>
  )
}

type Session = {
  id: string
  browser: string | null
  address: string | null
  createdAt: Date
  lastSeenAt: Date
  isThis: boolean
}

/** Where a customer is signed in, and the way out of one place or of all. */
export function SessionList({ sessions }: { sessions: Session[] }) {
  const t = useTranslations('account.sessions')
  const tAccount = useTranslations('account')
  const { refresh } = useRefresh()
  const [message, setMessage] = useState('')

  async function end(id: string) {
    try {
      await call<typeof endCustomerSessionCall>('DELETE /api/account/sessions/[id]', { params: { id } })
      setMessage(t('ended'))
      refresh()
    } catch {
      setMessage(tAccount('failed'))
    }
  }

  async function endAll() {
    try {
      await call<typeof endCustomerSessionsCall>('DELETE /api/account/sessions')
      window.location.assign('/sign-in?left=1')
    } catch {
      setMessage(tAccount('failed'))
    }
  }

  return (
    <>
      <ul id="session-list">
        {sessions.map(({ id, browser, address, createdAt, lastSeenAt, isThis }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-4 border-line py-3 not-first:border-t [&>:last-child]:flex-none [&>:last-child]:whitespace-nowrap"
          >
            <span>
              <b>{browser ?? t('unknown')}</b>
              <small className="soft block">
                {t.rich('times', {
                  begun: () => <LocalTime at={createdAt} show="moment" />,
                  seen: () => <LocalTime at={lastSeenAt} show="moment" />,
                })}
                {address ? (
                  <>
                    {' · '}
                    <bdi>{address}</bdi>
                  </>
                ) : null}
              </small>
            </span>
            {isThis ? (
              <Badge tone="good">{t('this')}</Badge>
            ) : (
              <OnlineButton
                size="small"
                says="sessions-offline"
                aria-label={t('endWhich', { browser: browser ?? t('unknown') })}
                onClick={(event) => {
                  keepPlace(event.currentTarget, '#session-list .btn', '#session-list + .actions .btn')
                  void end(id)
                }}
              >
                {t('end')}
              </OnlineButton>
            )}
          </li>
        ))}
      </ul>
      <p className="actions">
        <OnlineButton says="sessions-offline" onClick={endAll}>
          {t('everywhere')}
        </OnlineButton>
        <OfflineReason id="sessions-offline" />
        <span className="small soft" role="status">
          {message}
        </span>
      </p>
    </>
  )
}
