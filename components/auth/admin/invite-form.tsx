'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { CopyButton } from '#components/auth/admin/copy-button.tsx'
import { RoleField } from '#components/auth/admin/manage-person.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { inviteStaff } from '#lib/auth/client/staff.ts'
import { type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'

/** Asks somebody to join with a role. The link is shown once. */
export function InviteForm() {
  const t = useTranslations('admin-staff.invite')
  const router = useRouter()
  const [role, setRole] = useState<StaffRole>('support')
  const [url, setUrl] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setSending(true)
    setProblem(null)
    setUrl(null)
    try {
      setUrl(await inviteStaff(String(new FormData(form).get('invite-email')), role))
      form.reset()
      router.refresh()
    } catch (error) {
      setProblem(t(`failed.${problemOf(toFailure(error))}`))
    }
    setSending(false)
  }

  return (
    <form className="a-pb a-pb-stack" onSubmit={submit}>
      <TextField
        id="invite-email"
        name="invite-email"
        type="email"
        label={t('email')}
        error={problem}
        autoComplete="off"
        required
      />
      <RoleField id="invite-role" label={t('role')} role={role} onChange={setRole} />
      <p>
        <Button type="submit" tone="ink" disabled={isSending}>
          {t(isSending ? 'sending' : 'submit')}
        </Button>
      </p>
      <div role="status" className="a-pb-stack">
        {url ? (
          <>
            <Notice tone="good">{t('made')}</Notice>
            <p>
              <span className="a-meta">
                {t('link')}. {t('once')}
              </span>
              <code className="a-secret" dir="ltr">
                {url}
              </code>
            </p>
          </>
        ) : null}
      </div>
      {url ? (
        <p className="a-row">
          <CopyButton text={url} label={t('copy')} done={t('copied')} />
        </p>
      ) : null}
    </form>
  )
}

function problemOf({ code, details }: RequestFailure) {
  if (details.reason === 'known') return 'known'
  if (code === 'bad_input') return 'email'

  return (['forbidden', 'unauthenticated', 'offline'] as const).find((known) => known === code) ?? 'internal'
}
