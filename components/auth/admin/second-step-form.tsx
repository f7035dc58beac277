'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { signOut } from '#lib/auth/client/admin-session.ts'
import { leaveSecondStep, passSecondStep, passWithPasskey, type SignInSide } from '#lib/auth/client/sign-in.ts'
import { toFailure } from '#lib/core/client/ask.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

type SecondStepFormProps = { side: SignInSide; back: string; hasPasskey: boolean }

/** The second step of signing in: a code of the app, a recovery code, or a passkey. */
export function SecondStepForm({ side, back, hasPasskey }: SecondStepFormProps) {
  const t = useTranslations('sign-in')
  const isOnline = useOnline()
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function pass(step: () => Promise<void>, refused: 'code' | 'passkey') {
    setSending(true)
    setProblem(null)
    try {
      await step()
      window.location.assign(back)
    } catch (error) {
      setProblem(t(`second.failed.${problemOf(toFailure(error).code, refused)}`))
      setSending(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))

    return pass(() => passSecondStep(side, code), 'code')
  }

  async function startAgain() {
    await (side === 'staff' ? signOut() : leaveSecondStep()).catch(() => {})
    window.location.assign('/sign-in')
  }

  return (
    <>
      {problem ? (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      ) : null}
      <form className="door-form" method="post" onSubmit={submit}>
        <TextField
          id="code"
          name="code"
          label={t('second.code')}
          hint={t('second.codeHint')}
          autoComplete="one-time-code"
          maxLength={40}
          dir="ltr"
          required
          autoFocus
        />
        <Button type="submit" tone="primary" wide disabled={isSending || !isOnline} aria-describedby="second-offline">
          {isSending ? t('second.sending') : t('second.submit')}
        </Button>
      </form>
      {hasPasskey ? (
        <Button
          wide
          disabled={isSending || !isOnline}
          aria-describedby="second-offline"
          onClick={() => pass(() => passWithPasskey(side), 'passkey')}
        >
          {t('second.passkey')}
        </Button>
      ) : null}
      <Button wide disabled={!isOnline} aria-describedby="second-offline" onClick={startAgain}>
        {t('again')}
      </Button>
      <OfflineReason id="second-offline" />
    </>
  )
}

function problemOf(code: string, refused: 'code' | 'passkey') {
  if (code === 'bad_input') return refused
  if (code === 'unauthenticated') return 'gone'

  return (['rate_limited', 'offline'] as const).find((known) => known === code) ?? 'internal'
}
