'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { PasswordForm } from '#components/auth/admin/password-form.tsx'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { toFailure } from '#lib/core/client/ask.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { removePassword, setPassword } from '#lib/customers/client/account.ts'

type PasswordPanelProps = { email: string; hasPassword: boolean }

/** The password of a customer, which nobody needs: a first one, another one, or none again. */
export function PasswordPanel({ email, hasPassword }: PasswordPanelProps) {
  const t = useTranslations('account.password')
  const router = useRouter()
  const { withProof, dialog } = useProof('account', email)

  async function save(current: string, password: string) {
    await withProof(() => setPassword(current, password))
    router.refresh()
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
  const router = useRouter()
  const isOnline = useOnline()
  const [problem, setProblem] = useState<'wrong' | 'failed' | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSending(true)
    setProblem(null)
    try {
      await removePassword(String(new FormData(event.currentTarget).get('removed')))
      router.refresh()
    } catch (error) {
      setProblem(toFailure(error).details.reason === 'wrong' ? 'wrong' : 'failed')
      setSending(false)
    }
  }

  return (
    <details className="account-more">
      <summary>{t('remove')}</summary>
      <form className="stack" method="post" onSubmit={submit}>
        <p className="soft">{t('removeText')}</p>
        <TextField
          id="removed"
          name="removed"
          type="password"
          label={t('current')}
          error={problem ? t(problem) : null}
          autoComplete="current-password"
          maxLength={1024}
          required
        />
        <p>
          <Button type="submit" disabled={isSending || !isOnline} aria-describedby="removed-offline">
            {t('remove')}
          </Button>
          <OfflineReason id="removed-offline" />
        </p>
      </form>
    </details>
  )
}
